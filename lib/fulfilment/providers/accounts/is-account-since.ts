import type { Table } from '../../../platform/table/index.ts';
import { providerAccountEntity } from './provider-account.ts';

/**
 * Whether the organization has had the same account with a provider since an instant. Only then does it count if the
 * provider does not know a delivery of that time, because another account knows none of them.
 */
export async function isAccountSince(
  table: Pick<Table, 'get'>,
  {
    organizationId,
    providerId: id,
    needsAccount,
  }: { readonly organizationId: string; readonly providerId: string; readonly needsAccount: boolean },
  instant: string,
): Promise<boolean> {
  const account = (await table.get(providerAccountEntity, { organizationId, id }))?.value;
  return account ? account.isEnabled && account.updatedAt <= instant : !needsAccount;
}
