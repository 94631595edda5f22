import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../../lib/engines/photos/find-faces.ts';
import { maskPhoto } from '../../../../../lib/engines/photos/mask-photo.ts';
import type { Photo } from '../../../../../lib/engines/photos/photo.ts';
import { readPhoto } from '../../../../../lib/engines/photos/read-photo.ts';
import { upright } from '../../../../../lib/engines/photos/upright.ts';
import { writePhoto } from '../../../../../lib/engines/photos/write-photo.ts';
import { heldLike, photoOfPeople, png } from '../../../../support/photos.ts';

const read = (content: Uint8Array): Photo => {
  const result = readPhoto(content);
  if ('problem' in result) throw new Error(result.problem);
  return result.photo;
};
const masked = (content: Uint8Array) => {
  const result = maskPhoto(content);
  if ('problem' in result) throw new Error(result.problem);
  return result;
};

describe('41 2 masking faces', () => {
  // Centres of the faces as a person sees them, in pixels of the photo.
  test('finds the faces of five people, and nobody in the masked copy', () => {
    const photo = read(photoOfPeople(5));
    const faces = findFaces(photo);
    const seen = [
      [855, 245],
      [690, 575],
      [1195, 350],
      [455, 1055],
      [1500, 555],
    ] as const;
    for (const [x, y] of seen) {
      const at = faces.filter(
        ({ left, top, width, height }) => x > left && x < left + width && y > top && y < top + height,
      );
      expect(at, `${x},${y}`).toHaveLength(1);
    }
    expect(faces).toHaveLength(seen.length);
    const copy = masked(photoOfPeople(5));
    expect(copy).toMatchObject({ contentType: 'image/jpeg', faces: 5 });
    const after = read(copy.content);
    expect(findFaces(after)).toEqual([]);
    // What is beside the faces is as it was.
    expect([after.width, after.height]).toEqual([photo.width, photo.height]);
    for (let channel = 0; channel < 3; channel++) {
      expect(Math.abs((after.rgba[channel] ?? 0) - (photo.rgba[channel] ?? 0))).toBeLessThan(12);
    }
  });

  test('finds no face where there is none', () => {
    expect(masked(png(64, 64, (x, y) => [(x * 4) % 256, (y * 4) % 256, 0]))).toMatchObject({
      contentType: 'image/png',
      faces: 0,
    });
  });

  test('sees a photo as it is meant to be seen, and leaves out what the camera wrote', () => {
    // The people lie on their side in the file; the camera says how it was held.
    const lying = writePhoto(upright(read(photoOfPeople(3)), 8), 'image/jpeg');
    const turned = masked(heldLike(6, lying));
    expect(turned.faces).toBe(3);
    expect(Buffer.from(turned.content).includes('Exif')).toBe(false);
    const { width, height } = read(turned.content);
    expect(width).toBeGreaterThan(height);
  });
});

describe('bad photos', () => {
  const head = (width: number, height: number) => {
    const file = Buffer.from(png(1, 1));
    file.writeUInt32BE(width, 16);
    file.writeUInt32BE(height, 20);
    return file;
  };

  test.each([
    ['no photo at all', Buffer.from('<html>'), 'neither a JPEG nor a PNG'],
    ['nothing', new Uint8Array(), 'neither a JPEG nor a PNG'],
    ['a PNG that claims to be huge', head(60_000, 60_000), 'more than 16 megapixels'],
    ['a PNG that ends too early', png(40, 40).subarray(0, 60), 'broken image/png'],
    ['a JPEG that is only a head', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 2]), 'broken image/jpeg'],
    [
      'a PNG without a head',
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      'broken image/png',
    ],
  ])('%s is refused', (_, content, problem) => {
    expect(maskPhoto(content)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('a JPEG that claims to be huge is refused before it is decoded', () => {
    const jpeg = Buffer.from(writePhoto(read(png(8, 8)), 'image/jpeg'));
    const size = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5;
    jpeg.writeUInt16BE(60_000, size);
    jpeg.writeUInt16BE(60_000, size + 2);
    expect(maskPhoto(jpeg)).toEqual({ problem: 'has more than 16 megapixels' });
  });
});
