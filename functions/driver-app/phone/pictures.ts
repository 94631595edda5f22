/** Longest side of a picture that is sent. Pixels: enough to read a label, and 200 kB instead of 5 MB. */
const LONGEST_SIDE = 1_600;
const QUALITY = 0.8;

/** A picture as it is sent. */
export interface Picture {
  readonly contentType: string;
  readonly bytes: ArrayBuffer;
}

/** A photo of the camera, smaller, without what the camera wrote into it (its place among it). */
export async function smallerPhoto(file: Blob): Promise<Picture> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return pictureOf(canvas, 'image/jpeg');
}

/** What was drawn, as a picture. */
export async function pictureOf(canvas: HTMLCanvasElement, contentType: string): Promise<Picture> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, contentType, QUALITY));
  if (!blob) throw new Error('The phone could not make a picture of it.');
  return { contentType, bytes: await blob.arrayBuffer() };
}
