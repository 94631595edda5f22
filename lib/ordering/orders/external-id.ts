import * as z from 'zod';
import type { Refusal } from '../../platform/core/refusal.ts';
import {
  defineEntity,
  type Operation,
  type Partition,
  replace,
  type Stored,
  type Table,
} from '../../platform/table/index.ts';
import { orderDuplicateExternalId } from './refusals.ts';

/** The orders with the same external id are stored together, so that one consistent read finds them. */
export function externalIdPartition(of: { organizationId: string; externalId: string }): Partition {
  return { organizationId: of.organizationId, type: 'order-external-id', id: of.externalId };
}

const referenceSchema = z.object({
  organizationId: z.string(),
  externalId: z.string(),
  orderId: z.string(),
  /** Archived orders do not count for an external id, unless no other order has it. */
  isArchived: z.boolean(),
});
type OrderReference = z.infer<typeof referenceSchema>;

/** Records that an order has an external id. Several orders may have the same one. */
export const orderReferenceEntity = defineEntity<
  OrderReference,
  Pick<OrderReference, 'organizationId' | 'externalId' | 'orderId'>
>({
  name: 'orderReference',
  schema: referenceSchema,
  partition: externalIdPartition,
  sort: ({ orderId }) => ({ kind: 'state', parts: [orderId] }),
});

const claimSchema = z.object({
  organizationId: z.string(),
  externalId: z.string(),
  /** Order that the last upsert created. */
  orderId: z.string(),
});
type ExternalIdClaim = z.infer<typeof claimSchema>;

/** Written by every upsert that creates an order, so that only one of several at the same time does. */
export const externalIdClaimEntity = defineEntity<
  ExternalIdClaim,
  Pick<ExternalIdClaim, 'organizationId' | 'externalId'>
>({
  name: 'orderExternalIdClaim',
  schema: claimSchema,
  partition: externalIdPartition,
  sort: () => ({ kind: 'state', parts: [] }),
});

/**
 * The write after which an order that leaves the table no longer counts among those with its external id; none without
 * one.
 */
export async function retiredReference(
  table: Table,
  {
    organizationId,
    externalId,
    id: orderId,
  }: { organizationId: string; externalId?: string | undefined; id: string },
): Promise<readonly Operation[]> {
  if (externalId === undefined) return [];
  const stored = await table.get(orderReferenceEntity, { organizationId, externalId, orderId });
  if (!stored || stored.value.isArchived) return [];
  return [replace(orderReferenceEntity, stored, { ...stored.value, isArchived: true })];
}

/** Id of the order of an external id. */
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
    `${orderIds.length} orders have the external id "${externalId}": ${orderIds.join(', ')}. Use the id of one.`,
    { externalId, orderIds },
  );
}
