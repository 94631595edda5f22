import { createHmac } from 'node:crypto';
import type { CredentialStore } from '../../fulfilment/providers/accounts/index.ts';
import type { SigningKeys } from '../../platform/core/signing-keys.ts';
import { OWN_SECRET } from './adapters/shop-adapter.ts';
import type { Shop } from './shop.ts';

/** How long the previous secret is accepted after a rotation. Milliseconds. */
export const OVERLAP_MS = 24 * 3_600_000;

/** The own secret that was replaced last, in the credentials. */
export const PREVIOUS_OWN_SECRET = 'previousWebhookSecret';

/** The secret of one generation of a shop's address. The table contains none of them. */
export function shopSecret(
  signingKey: string,
  { organizationId, id }: Pick<Shop, 'organizationId' | 'id'>,
  generation: number,
): string {
  const name = JSON.stringify(['shop', organizationId, id, generation]);
  return `shsec_${createHmac('sha256', signingKey).update(name).digest('base64url')}`;
}

/** What finding the secrets of a shop needs. */
export interface SecretDeps {
  readonly signingKeys: () => Promise<SigningKeys>;
  readonly store: CredentialStore;
}

/** Secrets that prove a message of the shop now: those that the shop chose itself, or those of its address. */
export async function secretsOf(
  { signingKeys, store }: SecretDeps,
  shop: Shop,
  nowMs: number,
): Promise<readonly string[]> {
  const overlaps = shop.previousSecretUntil !== null && nowMs < Date.parse(shop.previousSecretUntil);
  if (shop.hasOwnSecret) {
    const credentials = await store.read(shop);
    const own = [credentials?.[OWN_SECRET], overlaps ? credentials?.[PREVIOUS_OWN_SECRET] : undefined];
    return own.filter((secret) => secret !== undefined && secret !== '') as readonly string[];
  }
  const generations = overlaps ? [shop.secretGeneration, shop.secretGeneration - 1] : [shop.secretGeneration];
  const keys = await signingKeys();
  return keys.flatMap((key) => generations.map((generation) => shopSecret(key, shop, generation)));
}
