import { createHash } from 'node:crypto';
import type { IdPrefix, Ids } from './ids.ts';

/** Alphabet of ULIDs: digits and letters without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Identifiers that are the same whenever the same request is repeated. The n-th one is a ULID of the
 * request's first start whose randomness is a hash of `seed`, followed by n. They sort in the order in which
 * they were requested. Up to 65,536 per request.
 */
export function repeatableIds(seed: readonly string[], startedAtMs: number): Ids {
  const time = encode(BigInt(startedAtMs), 10);
  const hash = createHash('sha256').update(JSON.stringify(seed)).digest();
  const high = hash.readBigUInt64BE(0) << 16n;
  let count = 0n;
  return Object.freeze({
    next(prefix: IdPrefix) {
      if (count > 0xffffn) throw new Error('A request asked for more than 65,536 identifiers.');
      const random = encode(high | count, 16);
      count += 1n;
      return `${prefix}_${time}${random}`;
    },
  });
}

function encode(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest >>= 5n) text = ALPHABET.charAt(Number(rest & 31n)) + text;
  return text;
}
