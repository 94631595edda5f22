import { createHash } from 'node:crypto';
import { decodeTime, monotonicFactory } from 'ulid';
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
  | 'fbk'
  | 'store'
  | 'rfrq'
  | 'doc'
  | 'act'
  | 'stp'
  | 'dw'
  | 'zone'
  | 'cov'
  | 'zres'
  | 'prd'
  | 'inv'
  | 'org'
  | 'wf'
  | 'wfx'
  | 'ced'
  | 'con'
  | 'agt'
  | 'flg'
  | 'msg'
  | 'ep'
  | 'atm'
  | 'key'
  | 'evt'
  | 'role'
  | 'usr'
  | 'ntg'
  | 'ntr';

/** Length of a ULID: 10 characters of milliseconds, 16 of randomness. */
const ULID_LENGTH = 26;

/** Maker of new identifiers. Injected, so that tests can foretell them. */
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
 * Identifier of a part of an aggregate. It carries the aggregate's ULID, so that the aggregate's key can be
 * worked out from the part's id with no look-up, and it is the same every time the same part is made, so that
 * an effect that is repeated meets what it already did.
 *
 * `partId('tsk', 'job_01ARZ...', 'c1a2')` is `tsk_01ARZ...c1a2`. `suffix` is letters and digits.
 */
export function partId(prefix: IdPrefix, aggregateId: string, suffix: string): string {
  return `${prefix}_${ulidOf(aggregateId)}${suffix}`;
}

/** The aggregate's id behind a part's id, or undefined when `id` is not a part id of that prefix. */
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

/** When an identifier with a ULID behind its prefix was made, in milliseconds since the epoch; undefined for others. */
export function madeAt(id: string): number | undefined {
  const [, ulid] = /^[a-z]+_([0-7][0-9A-HJKMNP-TV-Z]{25})/.exec(id) ?? [];
  return ulid === undefined ? undefined : decodeTime(ulid);
}

/** A short stable name for any text: 26 characters of its SHA-256 in base 36 letters and digits. */
export function digest(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return BigInt(`0x${hash}`).toString(36).padStart(50, '0').slice(0, ULID_LENGTH);
}
