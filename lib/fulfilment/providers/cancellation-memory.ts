import * as z from 'zod';
import type { Clock } from '../../platform/core/clock.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { create, defineEntity, remove, type Table } from '../../platform/table/index.ts';
import { type Provider, refused } from './provider.ts';

const cancellationSchema = z.object({
  organizationId: z.string(),
  providerId: z.string(),
  /** Idempotency key of the attempt. */
  key: z.string(),
  at: z.string(),
});

type Cancellation = z.infer<typeof cancellationSchema>;

/** No call about an attempt takes longer than this. */
const LIFE_SECONDS = 30 * 24 * 3600;

/** A key that was cancelled at a provider that forgets unknown keys: a later create is refused. */
export const cancellationEntity = defineEntity<
  Cancellation,
  Pick<Cancellation, 'organizationId' | 'providerId' | 'key'>
>({
  name: 'providerCancellation',
  schema: cancellationSchema,
  partition: ({ organizationId, key }) => ({ organizationId, type: 'providerCancellation', id: key }),
  sort: ({ providerId }) => ({ kind: 'state', parts: [providerId] }),
  expiresAtSeconds: ({ at }) => Math.floor(Date.parse(at) / 1000) + LIFE_SECONDS,
});

/**
 * Gives a provider the memory that the interface requires: a key that was cancelled is never accepted again, even when
 * its create was running at that moment. After its answer, that create finds the cancellation and cancels itself.
 */
export function rememberingCancellations(
  { table, clock }: { readonly table: Table; readonly clock: Clock },
  provider: Provider,
): Provider {
  const { id: providerId } = provider;
  const find = ({
    organizationId,
    idempotencyKey: key,
  }: {
    organizationId: string;
    idempotencyKey: string;
  }) => table.get(cancellationEntity, { organizationId, providerId, key });
  const canceled = refused(`${provider.name} was asked to release this delivery.`);
  return Object.freeze({
    ...provider,
    async create(request: Parameters<Provider['create']>[0]) {
      if (await find(request)) return canceled;
      const answer = await provider.create(request);
      if (answer.outcome !== 'accepted' || !(await find(request))) return answer;
      const { organizationId, idempotencyKey, signal } = request;
      const { providerDeliveryId } = answer;
      const reason = 'It was cancelled while it was being accepted.';
      const given = { organizationId, idempotencyKey, signal, providerDeliveryId, reason };
      // If the provider does not release the delivery, it has it.
      return (await provider.cancel(given)).outcome === 'canceled' ? canceled : answer;
    },
    async cancel(request: Parameters<Provider['cancel']>[0]) {
      const { organizationId, idempotencyKey: key } = request;
      const at = toInstant(clock.now());
      await table.write([create(cancellationEntity, { organizationId, providerId, key, at }, clock.now())]);
      const answer = await provider.cancel(request);
      if (answer.outcome === 'canceled') return answer;
      const stored = await find(request);
      if (stored) await table.write([remove(cancellationEntity, stored)]);
      return answer;
    },
  });
}
