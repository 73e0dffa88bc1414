#pragma once

namespace gridlens {

// Makes cv::dnn take this program's own convolution and 2 x 2 pooling (custom layers in its layer
// factory) where they fit the small planes of the digit network and the processor has AVX2 or
// AVX-512; everything else stays with OpenCV's layers. OpenCV 4.6 gathers each pixel's surroundings
// one value at a time, which costs as much as the arithmetic where planes are 16 x 16 or less. Results
// differ from OpenCV's in the last digits only: sums are taken in another order.
// For networks loaded after the call; may be called often and from any thread.
void use_own_network_layers();

}  // namespace gridlens
