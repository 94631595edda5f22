import { toInstant } from '../../../platform/core/clock.ts';
import { cutText } from '../../../platform/core/cut-text.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, remove } from '../../../platform/table/index.ts';
import { deniedContactNotFound, invalidContact } from '../refusals.ts';
import {
  CONTACT_TYPES,
  type ContactType,
  type DenyEntry,
  denyEntryEntity,
  denyEntryId,
} from './deny-entry.ts';
import { normalizeContact } from './normalize-contact.ts';

/** A contact as a caller names it. */
export interface ContactInput {
  readonly type: string;
  readonly value: string;
}

/** Adds a contact to the deny list. An existing entry is returned unchanged (decision B27). */
export async function denyContact(
  deps: CoreDeps,
  caller: { readonly organizationId: string; readonly listShards: number },
  input: ContactInput,
): Promise<DenyEntry | Refusal> {
  const contact = contactOf(input);
  if (isRefusal(contact)) return contact;
  const { organizationId } = caller;
  const id = denyEntryId(contact.type, contact.value);
  const entry: DenyEntry = {
    organizationId,
    id,
    ...contact,
    createdAt: toInstant(deps.clock.now()),
    listShard: Number.parseInt(id.slice(-2), 36) % caller.listShards,
  };
  const outcome = await deps.table.write([create(denyEntryEntity, entry)]);
  if (outcome.ok) return entry;
  return (await deps.table.get(denyEntryEntity, { organizationId, id }))?.value ?? entry;
}

/** Takes a contact off the deny list. */
export async function allowContact(
  deps: CoreDeps,
  organizationId: string,
  input: ContactInput,
): Promise<DenyEntry | Refusal> {
  const contact = contactOf(input);
  if (isRefusal(contact)) return contact;
  const { type, value } = contact;
  const stored = await deps.table.get(denyEntryEntity, { organizationId, id: denyEntryId(type, value) });
  if (!stored || !(await deps.table.write([remove(denyEntryEntity, stored)])).ok) {
    return deniedContactNotFound(`The ${type} contact ${value} is not on the deny list.`, { type, value });
  }
  return stored.value;
}

/** A page of the deny list, newest first. `page` counts from 0. */
export async function listDeniedContacts(
  { table }: Pick<CoreDeps, 'table'>,
  caller: { readonly organizationId: string; readonly listShards: number },
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<readonly { id: string; type: string; value: string }[]> {
  const rows = await table.list(denyEntryEntity, {
    organizationId: caller.organizationId,
    shards: caller.listShards,
    direction: 'DESC',
    limit: (page + 1) * pageSize,
  });
  return rows.slice(page * pageSize).map(({ row }) => ({
    id: String(row.id),
    type: String(row.type),
    value: String(row.value),
  }));
}

/** Whether a contact is on the deny list now. A phone number also covers WhatsApp. 1 or 2 calls. */
export async function isDenied(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  channel: 'email' | 'sms' | 'whatsapp',
  recipient: string,
): Promise<boolean> {
  const types: readonly ContactType[] =
    channel === 'email' ? ['email'] : channel === 'sms' ? ['phone'] : ['whatsapp', 'phone'];
  const found = await Promise.all(
    types.map((type) => {
      const value = normalizeContact(type, recipient);
      return value && table.get(denyEntryEntity, { organizationId, id: denyEntryId(type, value) });
    }),
  );
  return found.some(Boolean);
}

function contactOf({ type, value }: ContactInput): { type: ContactType; value: string } | Refusal {
  const known = CONTACT_TYPES.find((one) => one === type.trim().toLowerCase());
  if (!known) {
    return invalidContact(`\`type\` is "${cutText(type, 60)}". Use one of ${CONTACT_TYPES.join(', ')}.`, {
      field: 'type',
    });
  }
  const normal = normalizeContact(known, value);
  if (normal !== undefined) return { type: known, value: normal };
  const form =
    known === 'email' ? 'an e-mail address such as ada@example.com' : 'a number such as +14155550100';
  return invalidContact(`\`value\` is not ${form}. Send the contact in that form.`, { field: 'value' });
}
