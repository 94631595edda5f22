import { isLostRace } from '../../platform/core/commit.ts';
import { validationErrors } from '../../platform/core/common-refusals.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { type DeliveryDeps, receiveProviderUpdate } from '../jobs/index.ts';
import type { IncomingMessage, ProviderUpdate } from '../providers/index.ts';
import { messageNotAccepted, updateIsBusy } from './refusals.ts';

/** Maximum number of updates in a message: each is a transaction, and the sender waits for all of them. */
const MAX_UPDATES = 100;

/** Result of the updates in a message. */
export interface UpdatesTaken {
  /** Updates that were applied, including those without anything new. */
  readonly taken: number;
  /** Updates about deliveries that have ended, are unknown or belong to another provider, and unreadable ones. */
  readonly ignored: number;
}

/**
 * Processes a message of a carrier. Only the carrier's own signature authenticates the sender; without it,
 * unknown providers, organizations and signatures get the same reply. The same message may arrive twice, late
 * and out of order.
 */
export async function receiveMessage(
  deps: DeliveryDeps,
  providerId: string,
  message: IncomingMessage,
  incoming: unknown,
): Promise<UpdatesTaken | Refusal> {
  const { organizationId } = message;
  const provider = (await deps.providers.of(organizationId, [providerId])).find(providerId);
  if (!(await provider?.authenticate?.(message))) {
    return messageNotAccepted(
      'The message is not signed by this provider. Check its secret and organizationId.',
    );
  }
  const updates = provider?.normalize(incoming) ?? [];
  if (updates.length > MAX_UPDATES) {
    return validationErrors(
      `updates: The message has ${updates.length} updates; at most ${MAX_UPDATES} are accepted. Nothing was changed. Send the others in further messages.`,
      { fields: { updates: `At most ${MAX_UPDATES} are accepted in one message.` } },
    );
  }
  return takeUpdates(deps, { organizationId, providerId }, updates);
}

/** Applies a provider's updates, in its order. */
export async function takeUpdates(
  deps: DeliveryDeps,
  from: { readonly organizationId: string; readonly providerId: string },
  updates: readonly ProviderUpdate[],
): Promise<UpdatesTaken | Refusal> {
  let ignored = 0;
  for (const update of updates) {
    const outcome = await receiveProviderUpdate(deps, from, update);
    if (!isRefusal(outcome)) continue;
    if (isLostRace(outcome)) return updateIsBusy(outcome.message);
    ignored += 1;
    deps.log.info('provider-news.ignored', 'An update of a provider had no effect.', {
      ...from,
      deliveryId: update.deliveryId,
      status: update.status,
      code: outcome.kind.code,
    });
  }
  return { taken: updates.length - ignored, ignored };
}
