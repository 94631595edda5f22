import type { Photo } from './photo.ts';
import { readPhoto } from './read-photo.ts';
import { writePhoto } from './write-photo.ts';

/** Longest side that models look at; larger photos cost more and show them nothing further. Pixels. */
const LONGEST = 1_568;

/** A photo as a JPEG of at most `LONGEST` pixels a side, for a model to look at; or why it cannot be read. */
export function shrinkPhoto(
  content: Uint8Array,
): { readonly jpeg: Uint8Array } | { readonly problem: string } {
  const read = readPhoto(content);
  if ('problem' in read) return read;
  return { jpeg: writePhoto(shrunk(read.photo), 'image/jpeg') };
}

function shrunk(photo: Photo): Photo {
  const scale = Math.max(photo.width, photo.height) / LONGEST;
  if (scale <= 1) return photo;
  const [width, height] = [Math.floor(photo.width / scale), Math.floor(photo.height / scale)];
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [
      Math.floor(y * scale),
      Math.max(Math.floor(y * scale) + 1, Math.floor((y + 1) * scale)),
    ];
    for (let x = 0; x < width; x++) {
      const [left, right] = [
        Math.floor(x * scale),
        Math.max(Math.floor(x * scale) + 1, Math.floor((x + 1) * scale)),
      ];
      const count = (right - left) * (bottom - top);
      for (let colour = 0; colour < 4; colour++) {
        let sum = 0;
        for (let row = top; row < bottom; row++) {
          for (let column = left; column < right; column++)
            sum += photo.rgba[(row * photo.width + column) * 4 + colour]!;
        }
        rgba[(y * width + x) * 4 + colour] = Math.round(sum / count);
      }
    }
  }
  return { width, height, rgba };
}
