import type { Clock } from '../../../platform/core/clock.ts';
import type { SigningKeys } from '../../../platform/core/signing-keys.ts';
import { endpointSecret, signedHeaders } from '../../webhooks/index.ts';
import type { SignMessage } from '../channels/http-channels.ts';

/** A destination has one secret as long as it exists. */
const GENERATION = 1;

/** The secret with which messages to the URLs of a destination are signed (Standard Webhooks). */
export function destinationSecret(
  signingKey: string,
  destination: { readonly organizationId: string; readonly id: string },
): string {
  return endpointSecret(signingKey, destination, GENERATION);
}

/** Signs messages with the secrets of their destinations. Those without a destination are not signed. */
export function destinationHeaders(
  clock: Pick<Clock, 'now'>,
  signingKeys: () => Promise<SigningKeys>,
): SignMessage {
  return async ({ organizationId, destinationId, id }, body) =>
    destinationId === null
      ? {}
      : signedHeaders(
          await signingKeys(),
          { organizationId, id: destinationId, secretGeneration: GENERATION, olderSecrets: [] },
          { id, body },
          clock.now(),
        );
}
