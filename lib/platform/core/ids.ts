import { createHash } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';
import type { Clock } from './clock.ts';

/** Prefixes of the public identifiers (specification 2.1 and decision A5). */
export type IdPrefix =
  | 'ord'
  | 'rte'
  | 'job'
  | 'qot'
  | 'tsk'
  | 'dlv'
  | 'pkg'
  | 'cfg'
  | 'loc'
  | 'prv'
  | 'cou'
  | 'cntr'
  | 'vhc'
  | 'shf'
  | 'opn'
  | 'bth'
  | 'not'
  | 'flg'
  | 'etp'
  | 'fbk'
  | 'store'
  | 'rfrq'
  | 'doc'
  | 'act'
  | 'stp'
  | 'dw'
  | 'tpl'
  | 'zone'
  | 'cov'
  | 'zres'
  | 'prd'
  | 'inv'
  | 'org'
  | 'wf'
  | 'wfx'
  | 'con'
  | 'ctest'
  | 'ced'
  | 'con'
  | 'agt'
  | 'agr'
  | 'flg'
  | 'msg'
  | 'ep'
  | 'atm'
  | 'key'
  | 'evt'
  | 'role'
  | 'usr'
  | 'ntg'
  | 'ntr'
  | 'rpt'
  | 'rex'
  | 'upl'
  | 'shp'
  | 'rec'
  | 'itm'
  | 'phn';

/** Length of a ULID: 10 characters of milliseconds, 16 of randomness. */
const ULID_LENGTH = 26;

/** How many of them say the time. */
const TIME_LENGTH = 10;

/** Creates new identifiers. Injected, so that tests can predict them. */
export interface Ids {
  /** A new identifier, `<prefix>_<ULID>`: sorts by time of creation, monotonic within one process. */
  next(prefix: IdPrefix): string;
}

/** Identifiers from the clock and the system's randomness. */
export function ulidIds(clock: Clock): Ids {
  const ulid = monotonicFactory();
  return Object.freeze({ next: (prefix: IdPrefix) => `${prefix}_${ulid(clock.now())}` });
}

/**
 * Identifier of a part of an aggregate. It contains the aggregate's ULID, so that the aggregate's key can be
 * derived from the part's id without a look-up. It is the same every time the same part is created, so that a
 * repeated effect finds what it has already done.
 * `partId('tsk', 'job_01ARZ...', 'c1a2')` is `tsk_01ARZ...c1a2`. `suffix` is letters and digits.
 */
export function partId(prefix: IdPrefix, aggregateId: string, suffix: string): string {
  return `${prefix}_${ulidOf(aggregateId)}${suffix}`;
}

/** The aggregate's id of a part's id, or undefined when `id` is not a part id with that prefix. */
export function aggregateIdOf(aggregate: IdPrefix, part: IdPrefix, id: string): string | undefined {
  if (!id.startsWith(`${part}_`)) return undefined;
  const body = id.slice(part.length + 1);
  return body.length > ULID_LENGTH && /^[0-9A-Za-z]+$/.test(body)
    ? `${aggregate}_${body.slice(0, ULID_LENGTH)}`
    : undefined;
}

function ulidOf(id: string): string {
  const ulid = id.slice(id.indexOf('_') + 1, id.indexOf('_') + 1 + ULID_LENGTH);
  if (ulid.length !== ULID_LENGTH) throw new Error(`"${id}" is not an aggregate id`);
  return ulid;
}

/** The letters and digits of a ULID. */
const ULID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An identifier that follows from an instant and any texts, and says when it was made as others do. */
export function repeatableId(prefix: IdPrefix, atMs: number, ...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  const rest = Array.from(hash.subarray(0, ULID_LENGTH - TIME_LENGTH), (byte) => ULID_LETTERS[byte % 32]);
  return `${prefix}_${encodeTime(atMs, TIME_LENGTH)}${rest.join('')}`;
}

/**
 * When an identifier with a ULID after its prefix was created, in milliseconds since the epoch; undefined for
 * others.
 */
export function createdAtOf(id: string): number | undefined {
  const [, ulid] = /^[a-z]+_([0-7][0-9A-HJKMNP-TV-Z]{25})/.exec(id) ?? [];
  return ulid === undefined ? undefined : decodeTime(ulid);
}

/** A short stable name for any text: 26 characters of its SHA-256 in base 36 letters and digits. */
export function digest(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return BigInt(`0x${hash}`).toString(36).padStart(50, '0').slice(0, ULID_LENGTH);
}
