import { decode as decodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import type { Photo } from './photo.ts';
import { orientationOf, upright } from './upright.ts';

/** Largest photo. Megapixels: decoded it takes 4 bytes a pixel, and its decoder three times as much. */
export const MAX_MEGAPIXELS = 16;

/** Memory that the decoder may take. MB. */
const MAX_MEMORY = 512;

/** Kinds of files, with their first bytes. */
const KINDS = [
  { contentType: 'image/jpeg', begins: [0xff, 0xd8, 0xff], read: readJpeg },
  { contentType: 'image/png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], read: readPng },
] as const;

export type PhotoType = (typeof KINDS)[number]['contentType'];

/** A photo that was read, or why it could not be: what is wrong, as the end of a sentence. */
export type ReadPhoto =
  | { readonly photo: Photo; readonly contentType: PhotoType }
  | { readonly problem: string };

/** Reads a JPEG or PNG, however large its head claims it to be, and turns it the way it is meant to be seen. */
export function readPhoto(content: Uint8Array): ReadPhoto {
  const kind = KINDS.find(({ begins }) => begins.every((byte, index) => content[index] === byte));
  if (!kind) return { problem: 'is neither a JPEG nor a PNG' };
  try {
    return { photo: kind.read(content), contentType: kind.contentType };
  } catch (error) {
    if (error instanceof TooLarge || isTooLarge(error)) {
      return { problem: `has more than ${MAX_MEGAPIXELS} megapixels` };
    }
    return { problem: `is a broken ${kind.contentType}` };
  }
}

class TooLarge extends Error {}

/** The decoder's own refusals of what is larger than its limits. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /maxResolutionInMP|maxMemoryUsageInMB/.test(error.message);
}

function readJpeg(content: Uint8Array): Photo {
  const decoded = decodeJpeg(content, {
    useTArray: true,
    maxResolutionInMP: MAX_MEGAPIXELS,
    maxMemoryUsageInMB: MAX_MEMORY,
  });
  // The decoder returns it, although its types do not say so.
  const {
    width,
    height,
    data: rgba,
    exifBuffer,
  } = decoded as typeof decoded & {
    readonly exifBuffer?: Uint8Array;
  };
  return upright({ width, height, rgba }, orientationOf(exifBuffer));
}

function readPng(content: Uint8Array): Photo {
  const head = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const [WIDTH_AT, HEIGHT_AT] = [16, 20];
  const pixels = head.getUint32(WIDTH_AT) * head.getUint32(HEIGHT_AT);
  if (pixels > MAX_MEGAPIXELS * 1_000_000) throw new TooLarge();
  const { width, height, data: rgba } = PNG.sync.read(Buffer.from(content));
  return { width, height, rgba };
}
