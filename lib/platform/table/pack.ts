import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Shape } from './define-entity.ts';
import { PACKING_DICTIONARIES } from './packing-dictionaries.ts';

/** Smaller values stay readable: packing them would not save a capacity unit. Characters of JSON. */
const SMALL = 250;

/** The dictionary for new values. */
const PRESENT = 1;

/**
 * A value in its stored form: larger ones are compressed, because the table is paid for by the kilobyte and
 * names of fields make up most of a job or order. `beside` is a text stored with it that has much of the same
 * content.
 */
export function pack(value: Shape, beside = ''): Shape | Uint8Array {
  const text = JSON.stringify(value);
  if (text.length < SMALL) return value;
  const packed = deflateRawSync(text, { dictionary: dictionary(PRESENT, beside), level: 9 });
  return Buffer.concat([Buffer.of(PRESENT), packed]);
}

/** The value that was packed. `beside` must be identical to the byte. */
export function unpack(stored: Shape | Uint8Array, beside = ''): Shape {
  return stored instanceof Uint8Array ? JSON.parse(unpackText(stored, beside)) : stored;
}

/** The JSON of a value that was packed. */
export function unpackText(stored: Uint8Array, beside = ''): string {
  const [number = 0] = stored;
  const text = inflateRawSync(stored.subarray(1), { dictionary: dictionary(number, beside) });
  return text.toString('utf8');
}

/** Dictionaries of values without a text beside them, which are most. */
const plain = new Map<number, Buffer>();

function dictionary(number: number, beside: string): Buffer {
  const known = beside === '' ? plain.get(number) : undefined;
  if (known) return known;
  const text = PACKING_DICTIONARIES.get(number);
  if (text === undefined) throw new Error(`There is no packing dictionary ${number}.`);
  const bytes = Buffer.from(beside + text);
  if (beside === '') plain.set(number, bytes);
  return bytes;
}
