import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import type { Clock } from '../../../platform/core/clock.ts';

/** The part of `fetch` that is used. Injected, so that tests need no network. */
export type FetchJson = (url: string) => Promise<unknown>;

/** Keys are read again after this time, in parallel with the request that notices it. */
const RENEWED_AFTER_MS = 3_000_000;

/**
 * Keys that could not be read again remain known for this time: an issuer that is slow or down keeps nobody out, and a
 * withdrawn key is not accepted for ever.
 */
const KNOWN_FOR_MS = 6 * 3_600_000;

/** A token with an unknown key causes another read, but not more often than this: anybody can send such tokens. */
const COOLDOWN_MS = 5_000;

const configuration = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

interface KnownKeys {
  readonly atMs: number;
  readonly find: ReturnType<typeof createLocalJWKSet>;
}

/**
 * Finds the key of a token among those of an issuer, and notices when the issuer has rotated them. Keys are read again
 * before they are too old, by one request at a time; a token with a known key waits for no read.
 */
export function issuerKeys(
  deps: { readonly clock: Pick<Clock, 'now'>; readonly fetchJson: FetchJson },
  issuer: string,
): JWTVerifyGetKey {
  let known: KnownKeys | undefined;
  let underWay: Promise<KnownKeys> | undefined;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let failure: unknown;

  const readKeys = async (): Promise<KnownKeys> => {
    const found = configuration.parse(
      await deps.fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
    );
    if (found.issuer !== issuer) throw new Error(`${issuer} calls itself ${found.issuer}.`);
    const keys = keySet.parse(await deps.fetchJson(found.jwks_uri)) as JSONWebKeySet;
    known = { atMs: deps.clock.now(), find: createLocalJWKSet(keys) };
    failure = undefined;
    return known;
  };
  const renewed = (): Promise<KnownKeys> => {
    triedAtMs = deps.clock.now();
    underWay ??= readKeys()
      .catch((error: unknown) => {
        failure = error;
        throw error;
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
  const isCoolingDown = () => deps.clock.now() - triedAtMs < COOLDOWN_MS;

  return async (header, token) => {
    const present = known;
    const age = present ? deps.clock.now() - present.atMs : Number.POSITIVE_INFINITY;
    if (!present || age >= KNOWN_FOR_MS) return (await renewed()).find(header, token);
    if (age >= RENEWED_AFTER_MS && !isCoolingDown()) {
      // Not awaited: a failure is noticed by the next attempt, and at the latest when the keys are too old.
      renewed().catch(() => undefined);
    }
    try {
      return await present.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (underWay) return (await underWay).find(header, token);
      // After a read that failed nobody knows whether the key is new: that is an outage, no refusal.
      if (isCoolingDown()) throw failure ?? error;
      return (await renewed()).find(header, token);
    }
  };
}
