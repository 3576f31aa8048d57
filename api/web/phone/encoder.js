// Runs beside the camera's page: takes one picture at a time and gives it back as JPEG.

const canvas = new OffscreenCanvas(1, 1);
const drawn = canvas.getContext("2d", { alpha: false });

/** @param {MessageEvent<{frame: VideoFrame, quality: number}>} asked */
onmessage = async ({ data: { frame, quality } }) => {
  const { displayWidth: width, displayHeight: height } = frame;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  drawn?.drawImage(frame, 0, 0);
  // The camera has few of them, and waits for this one.
  frame.close();
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
  const jpeg = await blob.arrayBuffer();
  postMessage(jpeg, { transfer: [jpeg] });
};
