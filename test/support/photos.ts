import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PNG } from 'pngjs';

/** A photo of people that the package of the network ships: 1 to 6. */
export function photoOfPeople(number: number): Uint8Array {
  return readFileSync(
    createRequire(import.meta.url).resolve(`@vladmandic/face-api/demo/sample${number}.jpg`),
  );
}

/** A PNG whose pixels have the colours that `colourOf` gives. */
export function png(
  width: number,
  height: number,
  colourOf: (x: number, y: number) => readonly [number, number, number] = () => [128, 128, 128],
): Uint8Array {
  const image = new PNG({ width, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) image.data.set([...colourOf(x, y), 255], (y * width + x) * 4);
  }
  return PNG.sync.write(image);
}

/** A JPEG whose camera was held as EXIF counts: the data goes before the rest of the file. */
export function heldLike(orientation: number, jpeg: Uint8Array): Uint8Array {
  const exif = Buffer.alloc(36);
  exif.write('Exif\0\0', 0, 'latin1');
  exif.write('II', 6, 'latin1');
  exif.writeUInt16LE(42, 8);
  exif.writeUInt32LE(8, 10);
  exif.writeUInt16LE(1, 14);
  exif.writeUInt16LE(0x0112, 16);
  exif.writeUInt16LE(3, 18);
  exif.writeUInt32LE(1, 20);
  exif.writeUInt16LE(orientation, 24);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]);
}
