import { type Face, findFaces } from './find-faces.ts';
import type { Photo } from './photo.ts';
import { type PhotoType, readPhoto } from './read-photo.ts';
import { writePhoto } from './write-photo.ts';

/** A copy of a photo on which no face can be recognized. */
export interface MaskedPhoto {
  readonly content: Uint8Array;
  readonly contentType: PhotoType;
  readonly faces: number;
}

/** How much larger than the face its mask is, on each side: hair and chin belong to it. */
const MARGIN = 0.25;

/** Squares across a mask. Fewer show less of the face. */
const SQUARES = 6;

/** Masks every face of a photo, or says why the photo cannot be read. */
export function maskPhoto(content: Uint8Array): MaskedPhoto | { readonly problem: string } {
  const read = readPhoto(content);
  if ('problem' in read) return read;
  const { photo, contentType } = read;
  const faces = findFaces(photo);
  for (const face of faces) mask(photo, face);
  return { content: writePhoto(photo, contentType), contentType, faces: faces.length };
}

/** Covers a face by squares, each of the average colour of what it covers. */
function mask(photo: Photo, { left, top, width, height }: Face): void {
  const size = Math.max(1, Math.ceil((Math.max(width, height) * (1 + 2 * MARGIN)) / SQUARES));
  const [right, bottom] = [left + width * (1 + MARGIN), top + height * (1 + MARGIN)];
  for (let y = Math.max(0, Math.floor(top - height * MARGIN)); y < bottom; y += size) {
    for (let x = Math.max(0, Math.floor(left - width * MARGIN)); x < right; x += size) {
      fillSquare(photo, x, y, size);
    }
  }
}

function fillSquare({ width, height, rgba }: Photo, left: number, top: number, size: number): void {
  const [right, bottom] = [Math.min(width, left + size), Math.min(height, top + size)];
  const count = (right - left) * (bottom - top);
  if (right <= left || bottom <= top) return;
  const sums = [0, 0, 0];
  const each = (visit: (at: number) => void) => {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) visit((y * width + x) * 4);
  };
  each((at) => {
    for (let colour = 0; colour < 3; colour++) sums[colour]! += rgba[at + colour]!;
  });
  each((at) => {
    for (let colour = 0; colour < 3; colour++) rgba[at + colour] = Math.round(sums[colour]! / count);
  });
}
