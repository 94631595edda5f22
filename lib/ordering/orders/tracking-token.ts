import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a key: 96 bits cannot be guessed. */
const KEY_BYTES = 12;

/** A new key, stored with the order or package that its link shows. */
export function newTrackingKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/**
 * The subject of a tracking link: an order or one package of a job, and the key that proves that the link was
 * given out.
 */
export interface TrackingRef {
  readonly organizationId: string;
  readonly kind: 'order' | 'package';
  /** Id of the order (`ord_...`) or of the package's configuration (`cfg_...`). */
  readonly id: string;
  readonly key: string;
}

const PREFIX = { order: 'ord_', package: 'cfg_' } as const;
const LETTER = { order: 'o', package: 'p' } as const;
const FORM = /^([A-Za-z0-9_]{1,60})\.([op])([0-9A-Za-z]{26,40})\.([A-Za-z0-9_-]{16})$/;

/** The last segment of a tracking link. */
export function trackingToken({ organizationId, kind, id, key }: TrackingRef): string {
  return `${organizationId.replace(/^org_/, '')}.${LETTER[kind]}${id.slice(PREFIX[kind].length)}.${key}`;
}

/** The subject of a token; undefined for a text of another form. */
export function readTrackingToken(token: string): TrackingRef | undefined {
  const [, organization, letter, rest, key] = FORM.exec(token) ?? [];
  if (organization === undefined || key === undefined) return undefined;
  const kind = letter === LETTER.order ? 'order' : 'package';
  return { organizationId: `org_${organization}`, kind, id: `${PREFIX[kind]}${rest}`, key };
}

/** Whether the key is the issued one, compared in constant time. */
export function isTrackingKey(given: string, stored: string | undefined): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(stored ?? '')];
  return a.length === b.length && timingSafeEqual(a, b);
}
