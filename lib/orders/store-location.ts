import * as z from 'zod';
import { defineEntity, type Stored, type Table } from '../table/index.ts';

const text = z.string().optional();

const storeLocationSchema = z.object({
  organizationId: z.string(),
  /** `store_...` */
  id: z.string(),
  externalId: text,
  isDeleted: z.boolean(),
  name: z.string(),
  phoneNumber: text,
  email: text,
  instructions: text,
  /** Components under the names that follow the side in an order's fields. */
  address: z.object({
    AddressNumber: text,
    AddressSecondarynumber: text,
    AddressFormattedStreet: text,
    AddressCity: text,
    AddressCounty: text,
    AddressState: text,
    AddressZip: text,
    AddressCountry: text,
    Lat: z.number().optional(),
    Lng: z.number().optional(),
  }),
});

/** A place of the organization from or to which orders go, as far as orders look at it. */
export type StoreLocation = z.infer<typeof storeLocationSchema>;

/** Store locations, as orders read them. */
export const storeLocationEntity = defineEntity<StoreLocation, Pick<StoreLocation, 'organizationId' | 'id'>>({
  name: 'storeLocation',
  schema: storeLocationSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'store', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  lookup: { name: 'storeLocationsByExternalId', value: ({ externalId }) => externalId },
});

/** Finds the organization's stores; deleted ones are not there. */
export interface StoreDirectory {
  byId(organizationId: string, id: string): Promise<StoreLocation | undefined>;
  byExternalId(organizationId: string, externalId: string): Promise<StoreLocation | undefined>;
}

/** The stores in the table. */
export function storesInTable(table: Table): StoreDirectory {
  const present = (stored: Stored<StoreLocation> | undefined) =>
    stored && !stored.value.isDeleted ? stored.value : undefined;
  return Object.freeze({
    byId: async (organizationId: string, id: string) =>
      present(await table.get(storeLocationEntity, { organizationId, id })),
    byExternalId: async (organizationId: string, externalId: string) =>
      (await table.lookup(storeLocationEntity, organizationId, externalId)).map(present).find(Boolean),
  });
}
