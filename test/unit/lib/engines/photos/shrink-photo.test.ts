import { expect, test } from 'vitest';
import { readPhoto } from '../../../../../lib/engines/photos/read-photo.ts';
import { shrinkPhoto } from '../../../../../lib/engines/photos/shrink-photo.ts';
import { png } from '../../../../support/photos.ts';

const sizeOf = (content: Uint8Array) => {
  const shrunk = shrinkPhoto(content);
  const read = 'jpeg' in shrunk ? readPhoto(shrunk.jpeg) : undefined;
  return read && 'photo' in read ? [read.contentType, read.photo.width, read.photo.height] : shrunk;
};

test('a photo for a model is a JPEG of at most 1,568 pixels a side', () => {
  expect(sizeOf(png(2_000, 500))).toEqual(['image/jpeg', 1_568, 392]);
  expect(sizeOf(png(30, 20))).toEqual(['image/jpeg', 30, 20]);
  expect(sizeOf(Buffer.from('no photo'))).toEqual({ problem: 'is neither a JPEG nor a PNG' });
});

test('it shows the same', () => {
  const halves = png(3_136, 64, (x) => (x < 1_568 ? [250, 0, 0] : [0, 0, 250]));
  const shrunk = shrinkPhoto(halves);
  const read = 'jpeg' in shrunk ? readPhoto(shrunk.jpeg) : undefined;
  const rgba = read && 'photo' in read ? read.photo.rgba : new Uint8Array();
  const [left, right] = [rgba.subarray(400, 403), rgba.subarray(1_400 * 4, 1_400 * 4 + 3)];
  expect((left[0] ?? 0) > 200 && (left[2] ?? 255) < 60).toBe(true);
  expect((right[2] ?? 0) > 200 && (right[0] ?? 255) < 60).toBe(true);
});
