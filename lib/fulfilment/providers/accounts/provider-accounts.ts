import type { Clock } from '../../../platform/core/clock.ts';
import type { Table } from '../../../platform/table/index.ts';
import type { Age } from '../provider-registry.ts';
import { accountsPartition, type ProviderAccount, providerAccountEntity } from './provider-account.ts';

/** Credentials of one account: named texts, such as a key and its secret. */
export type Credentials = Readonly<Record<string, string>>;

/** Store of credentials; on AWS, Secrets Manager. */
export interface CredentialStore {
  read(account: Pick<ProviderAccount, 'organizationId' | 'id'>): Promise<Credentials | undefined>;
  write(account: Pick<ProviderAccount, 'organizationId' | 'id'>, values: Credentials): Promise<void>;
  remove(account: Pick<ProviderAccount, 'organizationId' | 'id'>): Promise<void>;
}

/**
 * What adapters know about organizations' accounts. Answers may be half a minute old, unless current ones are
 * requested. Instances remember different ones for that time, so a refusal should be based on current ones.
 */
export interface ProviderAccounts {
  /** Enabled accounts of the organization, by id. */
  of(organizationId: string, age?: Age): Promise<readonly ProviderAccount[]>;
  /**
   * An account with its credentials; undefined when there is none or it is disabled. An account that is not remembered
   * is looked for once more, so a new one is usable at once.
   */
  open(
    organizationId: string,
    providerId: string,
  ): Promise<{ readonly account: ProviderAccount; readonly credentials: Credentials } | undefined>;
}

/**
 * How long a function instance uses an organization's accounts before it reads them again: accounts change rarely, and
 * quotes are frequent.
 */
const FRESH_MS = 30_000;

/** Maximum number of organizations in the memory of an instance. */
const MAX_REMEMBERED = 500;

/** The accounts in the table, with their credentials from `store`. */
export function providerAccounts(deps: {
  readonly table: Table;
  readonly clock: Clock;
  readonly store: CredentialStore;
}): ProviderAccounts {
  const { table, clock, store } = deps;
  const accounts = new Map<string, { readonly until: number; readonly list: readonly ProviderAccount[] }>();
  const secrets = new Map<string, Credentials>();

  const of = async (organizationId: string, age: Age = 'recent'): Promise<readonly ProviderAccount[]> => {
    const known = accounts.get(organizationId);
    if (age === 'recent' && known && known.until > clock.now()) return known.list;
    const aggregate = await table.readAggregate(accountsPartition(organizationId));
    const list = aggregate.all(providerAccountEntity).map(({ value }) => value);
    const enabled = list.filter(({ isEnabled }) => isEnabled);
    remember(accounts, organizationId, { until: clock.now() + FRESH_MS, list: enabled });
    return enabled;
  };

  return Object.freeze({
    of,
    async open(organizationId: string, providerId: string) {
      const find = async (age: Age) => (await of(organizationId, age)).find(({ id }) => id === providerId);
      const account = (await find('recent')) ?? (await find('now'));
      if (!account) return undefined;
      const key = `${organizationId}/${providerId}/${account.createdAt}/${account.credentialsVersion}`;
      const credentials = secrets.get(key) ?? (await store.read(account));
      if (!credentials) return undefined;
      remember(secrets, key, credentials);
      return { account, credentials };
    },
  });
}

/** Keeps the newest entries. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
