import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import type { Clock } from '../../../platform/core/clock.ts';

/** The part of `fetch` that is used. Injected, so that tests need no network. */
export type FetchJson = (url: string) => Promise<unknown>;

/** Keys are read again after an hour, so that a withdrawn one is not accepted for ever. */
const MAX_AGE_MS = 3_600_000;

/** A token with an unknown key causes another read, but not more often than this: anybody can send such tokens. */
const COOLDOWN_MS = 5_000;

const configuration = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** Finds the key of a token among those of an issuer, and notices when the issuer has rotated them. */
export function issuerKeys(
  deps: { readonly clock: Pick<Clock, 'now'>; readonly fetchJson: FetchJson },
  issuer: string,
): JWTVerifyGetKey {
  let read: { readonly atMs: number; readonly find: ReturnType<typeof createLocalJWKSet> } | undefined;
  const readKeys = async () => {
    const found = configuration.parse(
      await deps.fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
    );
    if (found.issuer !== issuer) throw new Error(`${issuer} calls itself ${found.issuer}.`);
    const keys = keySet.parse(await deps.fetchJson(found.jwks_uri)) as JSONWebKeySet;
    read = { atMs: deps.clock.now(), find: createLocalJWKSet(keys) };
    return read;
  };
  return async (header, token) => {
    const isOld = read === undefined || deps.clock.now() - read.atMs >= MAX_AGE_MS;
    const present = isOld || read === undefined ? await readKeys() : read;
    try {
      return await present.find(header, token);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || deps.clock.now() - present.atMs < COOLDOWN_MS) throw error;
      return (await readKeys()).find(header, token);
    }
  };
}
