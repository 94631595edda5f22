import type { Photo } from './photo.ts';

/** Tag of the orientation in the first directory of EXIF data. */
const ORIENTATION = 0x0112;

/** How a camera was held, 1 to 8 as EXIF counts; 1 when a photo does not say. */
export function orientationOf(exif: Uint8Array | undefined): number {
  if (!exif) return 1;
  const data = new DataView(exif.buffer, exif.byteOffset, exif.byteLength);
  try {
    // The marker ends with one or two zeros.
    const start = data.getUint8(0) === 0 ? 1 : 0;
    const order = data.getUint16(start);
    const isLittle = order === 0x4949;
    if (!isLittle && order !== 0x4d4d) return 1;
    const directory = start + data.getUint32(start + 4, isLittle);
    const entries = data.getUint16(directory, isLittle);
    for (let entry = 0; entry < entries; entry++) {
      const at = directory + 2 + entry * 12;
      if (data.getUint16(at, isLittle) !== ORIENTATION) continue;
      const orientation = data.getUint16(at + 8, isLittle);
      return orientation >= 1 && orientation <= 8 ? orientation : 1;
    }
  } catch (error) {
    // Data that ends too early says nothing.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

/** The photo turned, and mirrored, so that up is up. */
export function upright(photo: Photo, orientation: number): Photo {
  if (orientation === 1) return photo;
  const { width, height, rgba } = photo;
  const isTurned = orientation >= 5;
  const [nextWidth, nextHeight] = isTurned ? [height, width] : [width, height];
  const from = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  const next = new Uint32Array(width * height);
  for (let y = 0; y < nextHeight; y++) {
    for (let x = 0; x < nextWidth; x++) {
      const [column, row] = SOURCE[orientation]?.(x, y, width - 1, height - 1) ?? [x, y];
      next[y * nextWidth + x] = from[row * width + column]!;
    }
  }
  return { width: nextWidth, height: nextHeight, rgba: new Uint8Array(next.buffer) };
}

type Source = (x: number, y: number, right: number, bottom: number) => readonly [number, number];

/** Where a pixel of the upright photo is in the photo as it was taken. */
const SOURCE: Readonly<Record<number, Source>> = {
  2: (x, y, right) => [right - x, y],
  3: (x, y, right, bottom) => [right - x, bottom - y],
  4: (x, y, _, bottom) => [x, bottom - y],
  5: (x, y) => [y, x],
  6: (x, y, _, bottom) => [y, bottom - x],
  7: (x, y, right, bottom) => [right - y, bottom - x],
  8: (x, y, right) => [right - y, x],
};
