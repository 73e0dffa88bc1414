#include "app/panels/report_panel.h"

#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {

void report_panel(const SessionView& view, std::vector<Command>& commands) {
  if (!panel_heading("Something wrong?")) return;
  const ReportView& report = view.report;
  ImGui::BeginDisabled(report.running || !view.result);
  if (ImGui::Button(
          report.running ? "Saving a report ...###report" : "Save a report  (F8)###report",
          {ImGui::GetContentRegionAvail().x, 0}))
    commands.emplace_back(SaveReport{});
  ImGui::EndDisabled();
  if (!report.error.empty())
    coloured_text(report.error, theme::kBad);
  else if (!report.folder.empty())
    coloured_text("Saved in " + report.folder, theme::kGood);
  else
    quiet_text("the picture and how it was read, for who can mend it; nothing is sent");
}

}  // namespace gridlens
