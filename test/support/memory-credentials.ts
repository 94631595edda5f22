import type { CredentialStore } from '../../lib/fulfilment/providers/accounts/index.ts';

/** Credentials in memory, for tests that need some. */
export function memoryCredentials(): CredentialStore & {
  readonly values: Map<string, Record<string, string>>;
} {
  const values = new Map<string, Record<string, string>>();
  const nameOf = ({ organizationId, id }: { organizationId: string; id: string }) =>
    `${organizationId}/${id}`;
  return {
    values,
    read: async (account) => values.get(nameOf(account)),
    write: async (account, credentials) => void values.set(nameOf(account), { ...credentials }),
    remove: async (account) => void values.delete(nameOf(account)),
  };
}
