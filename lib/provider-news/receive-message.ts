import { isRefusal, type Refusal } from '../core/refusal.ts';
import { type DeliveryDeps, deliveryIsBusy, receiveProviderUpdate } from '../deliveries/index.ts';
import type { IncomingMessage, ProviderUpdate } from '../providers/index.ts';
import { messageNotAccepted, newsIsBusy } from './refusals.ts';

/** What became of the news in a message. */
export interface NewsTaken {
  /** Updates that a delivery took in, those that said nothing new included. */
  readonly taken: number;
  /** Updates about deliveries that are over, unknown or another provider's. */
  readonly ignored: number;
}

/**
 * Takes in a message of a carrier. Who sent it is known by the carrier's own signature alone; without it, unknown
 * providers, organizations and signatures read alike. The same message may come twice, late and out of order.
 */
export async function receiveMessage(
  providerId: string,
  message: IncomingMessage,
  incoming: unknown,
  deps: DeliveryDeps,
): Promise<NewsTaken | Refusal> {
  const { organizationId } = message;
  const provider = (await deps.providers.of(organizationId)).find(providerId);
  if (!(await provider?.authenticate?.(message))) {
    return messageNotAccepted(
      'The message is not signed by this provider. Check its secret and organizationId.',
    );
  }
  const updates = provider?.normalize(incoming) ?? [];
  return takeUpdates({ organizationId, providerId }, updates, deps);
}

/** Applies what a provider said, in its order. */
export async function takeUpdates(
  from: { readonly organizationId: string; readonly providerId: string },
  updates: readonly ProviderUpdate[],
  deps: DeliveryDeps,
): Promise<NewsTaken | Refusal> {
  let ignored = 0;
  for (const update of updates) {
    const outcome = await receiveProviderUpdate(from, update, deps);
    if (!isRefusal(outcome)) continue;
    if (outcome.kind === deliveryIsBusy.kind) {
      return newsIsBusy(`Delivery ${update.deliveryId} was being changed. Send the message again.`);
    }
    ignored += 1;
    deps.log.info('provider-news.ignored', 'News of a provider had no effect.', {
      ...from,
      deliveryId: update.deliveryId,
      status: update.status,
      code: outcome.kind.code,
    });
  }
  return { taken: updates.length - ignored, ignored };
}
