import * as z from 'zod';
import { type Delivery, isTerminal, readJob } from '../../../fulfilment/jobs/index.ts';
import { digest } from '../../../platform/core/ids.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { defineEntity, save } from '../../../platform/table/index.ts';
import type { DeliveryRef } from '../types/define-notification-trigger.ts';

/** Maximum number of deliveries of one courier that are remembered. */
const MOST = 30;

/** A courier who has sent nothing for this long has no active deliveries. Seconds. */
const LIFE_SECONDS = 24 * 3600;

const schema = z.object({
  organizationId: z.string(),
  courierKey: z.string(),
  deliveries: z.array(
    z.object({ jobId: z.string(), taskId: z.string(), deliveryId: z.string(), providerId: z.string() }),
  ),
  updatedAt: z.string(),
});

/** The deliveries that a courier was given, by phone number or by the carrier's own id of the courier. */
export const courierStackEntity = defineEntity<
  z.infer<typeof schema>,
  Pick<z.infer<typeof schema>, 'organizationId' | 'courierKey'>
>({
  name: 'courierStack',
  schema,
  partition: ({ organizationId, courierKey }) => ({ organizationId, type: 'courierStack', id: courierKey }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ updatedAt }) => Math.ceil(Date.parse(updatedAt) / 1000) + LIFE_SECONDS,
});

/**
 * Adds a delivery to those of its courier, and returns the other active ones. 1 read, 1 write for a new one, and 1 read
 * for each other delivery. A repetition returns the same: whatever fires for it has the delivery as its key.
 */
export async function followCourier(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  delivery: Delivery,
): Promise<readonly DeliveryRef[]> {
  const { organizationId, jobId, taskId, id: deliveryId, providerId } = delivery;
  const who = delivery.courierPhoneNumber ?? delivery.courierExternalId;
  if (who === null || isTerminal(delivery.status)) return [];
  const scope = delivery.courierPhoneNumber === null ? `${providerId} ${who}` : who.replace(/[^\d+]/g, '');
  const courierKey = digest('courier', scope);
  const others = await retryLostRace(clock, async () => {
    const stored = await table.get(courierStackEntity, { organizationId, courierKey });
    const known = stored?.value.deliveries ?? [];
    const others: DeliveryRef[] = [];
    for (const one of known.filter((each) => each.deliveryId !== deliveryId)) {
      const job = await readJob(table, organizationId, one.jobId);
      const other = job?.deliveries.find(({ value }) => value.id === one.deliveryId)?.value;
      if (other && !isTerminal(other.status)) others.push(one);
    }
    if (known.some((one) => one.deliveryId === deliveryId)) return others;
    const next = [...others, { jobId, taskId, deliveryId, providerId }].slice(-MOST);
    const updatedAt = new Date(clock.now()).toISOString();
    const outcome = await table.write([
      save(courierStackEntity, stored, { organizationId, courierKey, deliveries: next, updatedAt }),
    ]);
    return outcome.ok && others;
  });
  if (others) return others;
  throw new Error(`The stack of the courier of ${deliveryId} changed too often; it will be read again.`);
}
