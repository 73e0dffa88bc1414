#!/usr/bin/env bash
# Inside the machine of run_camera_trials.sh. Argument: capture_probe.
set -u
probe=$1 failed=0
trial() { # what, a pattern (grep -E) that must occur, the command
  local what=$1 pattern=$2 said
  shift 2
  said=$("$@" 2>&1)
  if grep -Eq -- "$pattern" <<<"$said"; then echo "ok      $what"; else echo "FAILED  $what (wanted: $pattern)"; failed=1; fi
  sed 's/^/          /' <<<"$said"
}
somebody() { setpriv --reuid 1000 --regid 1000 --clear-groups "$@"; }
meanwhile() { # a script for the camera, then the command
  local script=$1
  shift
  bash -c "$script" &
  "$@"
  wait $!
}

trial "listed once, without its metadata node" '^0 Sim Camera 0$' "$probe" list
trial "no wish: MJPG at 1280x720" '1280x720, 30 fps, MJPG' "$probe" 0 1
trial "640x480: uncompressed is as fast" '640x480, 30 fps, YUYV' "$probe" 0 1 640x480
trial "too large a wish: the nearest there is" '1280x720, 30 fps, MJPG' "$probe" 0 1 1920x1080 60
trial "by path" 'Camera 0 \(Sim Camera 0\)' "$probe" /dev/video0 1 640x480
trial "another size while it delivers" 'the last one is 1280x720' "$probe" 0 4 640x480 30 1280x720
trial "a size that it does not have" 'the last one is 1280x720' "$probe" 0 4 640x480 30 4000x3000
trial "its controls: none" '^controls end$' "$probe" controls /dev/video0
trial "missing" '^error: there is no camera 5; cameras here: 0 \(Sim Camera 0\)$' "$probe" 5 1
trial "metadata node" '^error: /dev/video1 is not a capture device' "$probe" 1 1
touch /dev/video9
trial "ordinary file" '^error: /dev/video9 is not a capture device \(not a device at all\)' "$probe" 9 1
rm /dev/video9
"$probe" 0 4 640x480 >/dev/null &
sleep 2
trial "busy" '^error: camera 0 \(Sim Camera 0\) is in use by another program$' "$probe" 0 1
wait $!
chmod 660 /dev/video*
trial "forbidden" '^error: no permission to open /dev/video0: .*group "video"' somebody "$probe" 0 1
trial "forbidden, but listed" '^0 Sim Camera 0$' somebody "$probe" list
trial "unplugged and plugged in again" 'reopened 1' \
  meanwhile 'sleep 1.5; webcam unplug 0; sleep 2.5; webcam plug 0' "$probe" 0 8 640x480
trial "quickly" 'reopened 1' meanwhile 'sleep 1.5; webcam unplug 0; webcam plug 0' "$probe" 0 5 640x480
trial "frozen for a while" 'reopened [12]' \
  meanwhile 'sleep 1.5; webcam freeze 0; sleep 2.5; webcam thaw 0' "$probe" 0 8 640x480
webcam freeze 0
trial "frozen from the start" '^error: Camera 0 \(Sim Camera 0\) was opened, but sends no pictures$' "$probe" 0 1 640x480
webcam thaw 0
# Somebody else holds the node: the camera comes back under another number and is followed there.
exec 8<>/dev/video0
trial "back under another number" 'frames .*reopened 1' \
  meanwhile 'exec 8<&-; sleep 1.5; webcam unplug 0; sleep 0.5; webcam plug 0' "$probe" 0 6 640x480
trial "that number" '^[1-9] Sim Camera 0$' "$probe" list
exec 8<&-
[ $failed = 0 ] && echo "all trials as expected" || echo "some trials FAILED"
exit $failed
