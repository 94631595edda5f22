import {
  amazonCredentialStore,
  type CredentialStore,
} from '../../lib/fulfilment/providers/accounts/index.ts';
import { CREDENTIALS_PREFIX_VARIABLE, requireVariable } from '../../lib/platform/runtime/index.ts';

/**
 * Credentials of organizations' accounts and connections in Secrets Manager. Created on first use, because not every
 * function may read them.
 */
export function credentialStore(): CredentialStore {
  let made: CredentialStore | undefined;
  const store = () => {
    made ??= amazonCredentialStore(requireVariable(CREDENTIALS_PREFIX_VARIABLE));
    return made;
  };
  return {
    read: (account) => store().read(account),
    write: (account, credentials) => store().write(account, credentials),
    remove: (account) => store().remove(account),
  };
}
