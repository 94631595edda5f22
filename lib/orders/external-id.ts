import * as z from 'zod';
import type { Refusal } from '../core/refusal.ts';
import { defineEntity, type Partition, type Stored } from '../table/index.ts';
import { orderDuplicateExternalId } from './refusals.ts';

/** The orders of one external id lie together, so that one consistent read finds them. */
export function externalIdPartition(of: { organizationId: string; externalId: string }): Partition {
  return { organizationId: of.organizationId, type: 'order-external-id', id: of.externalId };
}

const referenceSchema = z.object({
  organizationId: z.string(),
  externalId: z.string(),
  orderId: z.string(),
  /** Archived orders do not count when an external id is looked for, unless no other order has it. */
  isArchived: z.boolean(),
});
type OrderReference = z.infer<typeof referenceSchema>;

/** Says that an order carries an external id. Several orders may carry the same one. */
export const orderReferenceEntity = defineEntity<
  OrderReference,
  Pick<OrderReference, 'organizationId' | 'externalId' | 'orderId'>
>({
  name: 'order-reference',
  schema: referenceSchema,
  partition: externalIdPartition,
  sort: ({ orderId }) => ({ kind: 'state', parts: [orderId] }),
});

const claimSchema = z.object({
  organizationId: z.string(),
  externalId: z.string(),
  /** Order that the last upsert made. */
  orderId: z.string(),
});
type ExternalIdClaim = z.infer<typeof claimSchema>;

/** Written by every upsert that makes an order, so that of several at the same time one makes it. */
export const externalIdClaimEntity = defineEntity<
  ExternalIdClaim,
  Pick<ExternalIdClaim, 'organizationId' | 'externalId'>
>({
  name: 'order-external-id-claim',
  schema: claimSchema,
  partition: externalIdPartition,
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Id of the order that an external id means. */
export function chooseReference(
  references: readonly Stored<{ readonly orderId: string; readonly isArchived: boolean }>[],
  externalId: string,
  liveOnly: boolean,
): string | Refusal | undefined {
  const live = references.filter(({ value }) => !value.isArchived);
  const candidates = live.length > 0 || liveOnly ? live : references;
  const [only, ...others] = candidates;
  if (!only || others.length === 0) return only?.value.orderId;
  const orderIds = candidates.map(({ value }) => value.orderId);
  return orderDuplicateExternalId(
    `${orderIds.length} orders carry the external id "${externalId}": ${orderIds.join(', ')}. Use the id of one.`,
    { externalId, orderIds },
  );
}
