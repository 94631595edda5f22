import * as z from 'zod';
import { digest } from '../../../platform/core/ids.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, defineEntity, type Operation, remove, save } from '../../../platform/table/index.ts';

/**
 * Reports do not name the organization, so receipts are stored outside of organizations, each in a partition
 * of its own.
 */
const OUTSIDE = '-';

const LIFE_SECONDS = 90 * 24 * 3600;

/** Maximum number of organizations that are remembered for one number. */
const MOST = 50;

const receiptSchema = z.object({
  receipt: z.string(),
  organizationId: z.string(),
  notificationId: z.string(),
  at: z.string(),
});

/** The message behind a channel's own id: WhatsApp reports name messages only by that. */
export const messageReceiptEntity = defineEntity<z.infer<typeof receiptSchema>, { receipt: string }>({
  name: 'messageReceipt',
  schema: receiptSchema,
  partition: ({ receipt }) => ({ organizationId: OUTSIDE, type: 'messageReceipt', id: digest(receipt) }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ at }) => Math.floor(Date.parse(at) / 1000) + LIFE_SECONDS,
});

const reachedSchema = z.object({
  contact: z.string(),
  /** Latest last. */
  organizationIds: z.array(z.string()),
  at: z.string(),
});

/**
 * The organizations that have written to a number: an answer of STOP applies to all of them, because they
 * share the sender.
 */
export const reachedContactEntity = defineEntity<z.infer<typeof reachedSchema>, { contact: string }>({
  name: 'reachedContact',
  schema: reachedSchema,
  partition: ({ contact }) => ({ organizationId: OUTSIDE, type: 'reachedContact', id: digest(contact) }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Records that an organization writes to a number, before it does so: 1 read, and 1 write the first time. */
export async function rememberReached(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  contact: string,
  organizationId: string,
): Promise<void> {
  const isKnown = await retryLostRace(clock, async () => {
    const stored = await table.get(reachedContactEntity, { contact });
    const known = stored?.value.organizationIds ?? [];
    if (known.includes(organizationId)) return true;
    const organizationIds = [...known, organizationId].slice(-MOST);
    const at = new Date(clock.now()).toISOString();
    return (await table.write([save(reachedContactEntity, stored, { contact, organizationIds, at })])).ok;
  });
  if (!isKnown)
    throw new Error('The organizations of a contact changed too often; it will be written later.');
}

/** Forgets that an organization has written to a number. */
export async function forgetReached(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  contact: string,
  organizationId: string,
): Promise<void> {
  const isForgotten = await retryLostRace(clock, async () => {
    const stored = await table.get(reachedContactEntity, { contact });
    if (!stored?.value.organizationIds.includes(organizationId)) return true;
    const organizationIds = stored.value.organizationIds.filter((id) => id !== organizationId);
    const next =
      organizationIds.length === 0
        ? remove(reachedContactEntity, stored)
        : save(reachedContactEntity, stored, { ...stored.value, organizationIds });
    return (await table.write([next])).ok;
  });
  if (!isForgotten)
    throw new Error('The organizations of a contact changed too often; it will be forgotten later.');
}

/** The organizations that have written to a number. 1 call. */
export async function organizationsThatReached(
  { table }: Pick<CoreDeps, 'table'>,
  contact: string,
): Promise<readonly string[]> {
  return (await table.get(reachedContactEntity, { contact }))?.value.organizationIds ?? [];
}

/** The write that records the message of a receipt. */
export function storeReceipt(of: z.infer<typeof receiptSchema>): Operation {
  return create(messageReceiptEntity, of);
}

/** The message of a receipt. */
export async function findReceipt({ table }: Pick<CoreDeps, 'table'>, receipt: string) {
  return (await table.get(messageReceiptEntity, { receipt }))?.value;
}
