import * as z from 'zod';
import { defineEntity, type Partition, type Table } from '../../../platform/table/index.ts';

const formerPartnerSchema = z.object({
  organizationId: z.string(),
  /** Id of the partner, as its deliveries have it. */
  id: z.string(),
  name: z.string(),
  /** When it was deleted. */
  deletedAt: z.string(),
});

/** A partner that was deleted: its name, for the deliveries and numbers that it left. */
export type FormerPartner = z.infer<typeof formerPartnerSchema>;

/** Deliveries and their numbers are kept for less than this. */
const LIFE_SECONDS = 3 * 366 * 24 * 3_600;

export const formerPartnerEntity = defineEntity<FormerPartner, Pick<FormerPartner, 'organizationId' | 'id'>>({
  name: 'formerPartner',
  schema: formerPartnerSchema,
  partition: formerPartnersPartition,
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  expiresAtSeconds: ({ deletedAt }) => Math.floor(Date.parse(deletedAt) / 1_000) + LIFE_SECONDS,
});

/** Apart from the accounts, which are read for every quote. */
function formerPartnersPartition({ organizationId }: Pick<FormerPartner, 'organizationId'>): Partition {
  return { organizationId, type: 'former-partners', id: 'all' };
}

/** Every partner that the organization deleted; one with the same id may be registered again. 1 call. */
export async function formerPartnersOf(
  table: Table,
  organizationId: string,
): Promise<readonly FormerPartner[]> {
  const partners = await table.readAggregate(formerPartnersPartition({ organizationId }));
  return partners.all(formerPartnerEntity).map(({ value }) => value);
}
