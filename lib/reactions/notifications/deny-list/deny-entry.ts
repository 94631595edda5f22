import * as z from 'zod';
import { digest } from '../../../platform/core/ids.ts';
import { defineEntity } from '../../../platform/table/index.ts';

/** Kinds of contacts that can be denied (decision B27). */
export const CONTACT_TYPES = Object.freeze(['phone', 'email', 'whatsapp'] as const);
export type ContactType = (typeof CONTACT_TYPES)[number];

const schema = z.object({
  organizationId: z.string(),
  id: z.string(),
  type: z.enum(CONTACT_TYPES),
  /** E.164 of a phone number, an address in lower case. */
  value: z.string(),
  createdAt: z.string(),
  listShard: z.int().min(0),
});

/** A contact that gets no notifications of the organization. */
export type DenyEntry = z.infer<typeof schema>;

/** One item per contact: denying twice finds the first entry. */
export const denyEntryEntity = defineEntity<DenyEntry, Pick<DenyEntry, 'organizationId' | 'id'>>({
  name: 'denyEntry',
  schema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'denyEntry', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'deniedContactsByCreation',
    shard: ({ listShard }) => listShard,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ id, type, value }) => ({ id, type, value }),
  },
});

/** Id of the entry of a contact. */
export function denyEntryId(type: ContactType, value: string): string {
  return `dny_${digest(type, value)}`;
}
