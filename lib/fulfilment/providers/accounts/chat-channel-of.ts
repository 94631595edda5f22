import type { Table } from '../../../platform/table/index.ts';
import { providerAccountEntity } from './provider-account.ts';

/** Where an organization chats with a provider; null when its account names no channel. 1 call, none without a provider. */
export async function chatChannelOf(
  table: Table,
  organizationId: string,
  providerId: string | null | undefined,
): Promise<string | null> {
  if (!providerId) return null;
  return (
    (await table.get(providerAccountEntity, { organizationId, id: providerId }))?.value.chatChannel ?? null
  );
}
