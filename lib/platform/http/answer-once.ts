import { validationErrors } from '../core/common-refusals.ts';
import { digest, type Ids } from '../core/ids.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { repeatableIds } from '../core/repeatable-ids.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create, replace, type Stored } from '../table/index.ts';
import type { HttpReply } from './http-reply.ts';
import { type IdempotencyRecord, idempotencyRecord, idempotencyReplyPart } from './idempotency-record.ts';
import { idempotencyKeyInUse, idempotencyKeyReused } from './refusals.ts';
import { seal, unseal } from './seal.ts';

/** How long a reply is repeated: 24 hours. */
const REPEATED_FOR_SECONDS = 86_400;

/**
 * How long an attempt is left alone. API Gateway gives up after 30 s and no area's function runs longer, so
 * after 35 s an attempt without an answer has died and the next one takes over.
 */
const LEASE_MS = 35_000;

/** Replies above this many characters are compressed. */
const COMPRESS_ABOVE = 50_000;

/** Loaded with the first such reply: few are that long, and loading it takes 4 ms of every cold start. */
const zlib = () => import('node:zlib');

/** Characters of a reply per item: with its other attributes an item stays under DynamoDB's 400 KB. */
const PART_LENGTH = 300_000;

/** The parts of a request that idempotency uses. */
interface IdempotentRequest {
  readonly organizationId: string;
  readonly operation: string;
  readonly path: string;
  readonly key: string;
  /** What a repetition must have in common: query and body as sent. */
  readonly content: unknown;
  /** The caller's API key when the reply contains a secret: it is stored encrypted with this key. */
  readonly sealedBy: string | undefined;
}

/** An attempt that may continue, or the reply of the first one. */
type Claim =
  | { readonly kind: 'go'; readonly attempt: Attempt }
  | { readonly kind: 'replay'; readonly reply: HttpReply };

/** Permission to carry out the request. */
interface Attempt {
  /** Start of the first attempt of this request. */
  readonly startedAtMs: number;
  /** True when an earlier attempt ended without an answer. */
  readonly resumed: boolean;
  readonly stored: Stored<IdempotencyRecord>;
}

/** The key if it is usable, undefined without one, a refusal if it is not 1 to 255 visible characters. */
export function readIdempotencyKey(header: string | undefined): string | Refusal | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  const why = `The header has ${header.length} characters or invalid ones: expected 1 to 255 visible ASCII characters.`;
  return validationErrors(`The request is not valid: Idempotency-Key: ${why}`, {
    fields: { 'Idempotency-Key': why },
  });
}

/**
 * Carries out a request at most once per idempotency key: `run` is called for the first attempt, and again
 * only when an attempt ended without a reply worth keeping. Every attempt creates the same identifiers in the
 * same order.
 */
export async function answerOnce(
  deps: CoreDeps,
  request: IdempotentRequest,
  run: (repetition: { readonly ids: Ids; readonly resumed: boolean }) => Promise<HttpReply>,
): Promise<HttpReply | Refusal> {
  const claimed = await claim(deps, request);
  if (isRefusal(claimed)) return claimed;
  if (claimed.kind === 'replay') return claimed.reply;
  const { attempt } = claimed;
  const { organizationId, operation, path, key, sealedBy } = request;
  const ids = repeatableIds([organizationId, operation, path, key], attempt.startedAtMs);
  let reply: HttpReply | undefined;
  try {
    reply = await run({ ids, resumed: attempt.resumed });
    return reply;
  } finally {
    await settle(deps, attempt, reply, sealedBy);
  }
}

async function settle(
  deps: CoreDeps,
  attempt: Attempt,
  reply: HttpReply | undefined,
  sealedBy: string | undefined,
): Promise<void> {
  try {
    await (reply && isFinal(reply) ? storeReply(deps, attempt, reply, sealedBy) : release(deps, attempt));
  } catch (error) {
    // The request itself is done: its reply goes out. A repetition is carried out again after the lease, with
    // the same identifiers.
    deps.log.error(
      'http.idempotency.unsettled',
      'The reply of an idempotent request was not saved.',
      {},
      error,
    );
  }
}

/** Claims the right to carry out the request, finds the reply of the first attempt, or refuses. */
async function claim(deps: CoreDeps, request: IdempotentRequest): Promise<Claim | Refusal> {
  const nowMs = deps.clock.now();
  const { organizationId, operation, path, key, content } = request;
  const first: IdempotencyRecord = {
    organizationId,
    id: digest(operation, path, key),
    fingerprint: digest(canonical(content)),
    startedAtMs: nowMs,
    leaseEndsAtMs: nowMs + LEASE_MS,
    expiresAtSeconds: Math.ceil(nowMs / 1000) + REPEATED_FOR_SECONDS,
  };
  const made = await deps.table.write([create(idempotencyRecord, first, nowMs)]);
  if (made.ok) return go(first, { value: first, version: 1 }, false);

  const stored = await deps.table.get(idempotencyRecord, first);
  if (!stored) return inUse();
  if (stored.value.fingerprint !== first.fingerprint) {
    return reused();
  }
  if (stored.value.reply) {
    const reply = await readReply(deps, stored.value, stored.value.reply, request.sealedBy);
    return reply ? { kind: 'replay', reply } : reused();
  }
  if (stored.value.leaseEndsAtMs > nowMs) return inUse();
  const next = { ...stored.value, leaseEndsAtMs: nowMs + LEASE_MS };
  const taken = await deps.table.write([replace(idempotencyRecord, stored, next)]);
  return taken.ok ? go(next, { value: next, version: stored.version + 1 }, true) : inUse();
}

/**
 * Whether a repetition gets this reply. A refusal changed nothing, and the same request may succeed once the
 * state has changed: the provider has a quote again, the other writer is done.
 */
function isFinal(reply: HttpReply): boolean {
  return reply.statusCode < 400;
}

/** Stores the reply for repetitions. Losing the claim meanwhile is harmless: the new owner stores its own. */
async function storeReply(
  deps: CoreDeps,
  attempt: Attempt,
  reply: HttpReply,
  sealedBy: string | undefined,
): Promise<void> {
  const { organizationId, id, expiresAtSeconds } = attempt.stored.value;
  const isCompressed = reply.body.length > COMPRESS_ABOVE;
  const open = isCompressed ? (await zlib()).gzipSync(reply.body).toString('base64') : reply.body;
  const text = sealedBy === undefined ? open : seal(open, sealedBy);
  const pieces = Array.from({ length: Math.max(1, Math.ceil(text.length / PART_LENGTH)) }, (_, index) =>
    text.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH),
  );
  const [body = '', ...parts] = pieces;
  await deps.table.write([
    replace(idempotencyRecord, attempt.stored, {
      ...attempt.stored.value,
      reply: {
        statusCode: reply.statusCode,
        contentType: reply.headers['content-type'] ?? 'application/json',
        body,
        isCompressed,
        parts: parts.length,
      },
    }),
    ...parts.map((part, index) =>
      create(
        idempotencyReplyPart,
        { organizationId, id, index: String(index).padStart(3, '0'), text: part, expiresAtSeconds },
        deps.clock.now(),
      ),
    ),
  ]);
}

/** Lets the next attempt start at once. The record stays, because that attempt must create the same identifiers. */
async function release(deps: CoreDeps, attempt: Attempt): Promise<void> {
  const next = { ...attempt.stored.value, leaseEndsAtMs: 0 };
  await deps.table.write([replace(idempotencyRecord, attempt.stored, next)]);
}

function go(record: IdempotencyRecord, stored: Stored<IdempotencyRecord>, resumed: boolean): Claim {
  return { kind: 'go', attempt: { startedAtMs: record.startedAtMs, resumed, stored } };
}

function inUse(): Refusal {
  return idempotencyKeyInUse(
    'The first request with this Idempotency-Key is still in progress. Try again shortly.',
    { retryAfterSeconds: 1 },
  );
}

function reused(): Refusal {
  return idempotencyKeyReused(
    'This Idempotency-Key was used with another query, body or API key in the last 24 hours. Use a new one.',
  );
}

/** The stored reply; undefined when it is sealed by another API key. */
async function readReply(
  deps: CoreDeps,
  record: IdempotencyRecord,
  reply: NonNullable<IdempotencyRecord['reply']>,
  sealedBy: string | undefined,
): Promise<HttpReply | undefined> {
  const { organizationId, id } = record;
  const parts =
    reply.parts === 0
      ? []
      : (await deps.table.readAggregate({ organizationId, type: 'idempotency', id })).all(
          idempotencyReplyPart,
        );
  const joined = reply.body + parts.map(({ value }) => value.text).join('');
  const text = sealedBy === undefined ? joined : unseal(joined, sealedBy);
  if (text === undefined) return undefined;
  const body = reply.isCompressed
    ? (await zlib()).gunzipSync(Buffer.from(text, 'base64')).toString('utf8')
    : text;
  return {
    statusCode: reply.statusCode,
    headers: { 'content-type': reply.contentType, 'idempotent-replayed': 'true' },
    body,
  };
}

/** JSON whose object keys are sorted, so that their order in a request does not matter. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}
