import { encode as encodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import type { Photo } from './photo.ts';
import type { PhotoType } from './read-photo.ts';

/** Of a hundred: more than a phone uses, so that a copy does not look worse. */
const QUALITY = 88;

/** The photo as a file, without what its original said of the place and the camera. */
export function writePhoto({ width, height, rgba }: Photo, contentType: PhotoType): Uint8Array {
  if (contentType === 'image/jpeg') {
    return new Uint8Array(encodeJpeg({ width, height, data: rgba }, QUALITY).data);
  }
  const png = new PNG({ width, height });
  png.data = Buffer.from(rgba);
  return new Uint8Array(PNG.sync.write(png));
}
