import { ApiError, change } from '../kit/api.ts';
import { nameOfRole, textOfRole, useApiNames } from '../kit/api-names.ts';
import { CreateButton, DetailPage } from '../kit/detail.tsx';
import type { Field } from '../kit/form.tsx';
import { dateTime } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { Phone } from '../kit/phone.tsx';
import { setQuery, usePlace } from '../kit/router.ts';
import { RotateButton, Secret } from '../kit/secret.tsx';
import { ActionButton, Badge, PageHead, Section, Tabs } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { setupTexts } from '../texts/texts.ts';
import { RightsInWords, rightFields, rightsIn, valuesOfRights, withoutRights } from './rights.tsx';

interface User extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phoneNumber: string | null;
  readonly isActive: boolean;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
  readonly invitedAt: string | null;
  readonly version: number;
}

interface Role extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly string[];
  readonly isBuiltIn: boolean;
  readonly version: number | null;
}

interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string | null;
  readonly userId: string | null;
  readonly permissions: readonly string[];
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

const base = '/v1/organization-management';

const users: ListDefinition<User> = {
  id: 'users',
  title: setupTexts.people.users,
  source: { kind: 'whole', path: `${base}/users`, rows: (reply: { users: readonly User[] }) => reply.users },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/people/users/${id}`,
  searchIn: ({ email, firstName, lastName }) => `${email} ${firstName ?? ''} ${lastName ?? ''}`,
  columns: [
    { id: 'email', label: m.fields.email, share: 2.1, show: ({ email }) => email },
    {
      id: 'name',
      label: m.fields.name,
      minor: true,
      show: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ') || m.none,
    },
    {
      id: 'roles',
      label: setupTexts.people.roles,
      share: 1.4,
      show: ({ roles }) => roles.map(nameOfRole).join(', ') || m.none,
    },
    { id: 'state', label: m.fields.status, share: 1.2, show: stateOf },
  ],
  empty: { icon: 'people', title: setupTexts.people.empty, text: setupTexts.people.emptyText },
};

function stateOf({ isActive }: User) {
  return (
    <Badge
      value={isActive ? 'active' : 'inactive'}
      text={isActive ? setupTexts.people.active : setupTexts.people.inactive}
    />
  );
}

const roles: ListDefinition<Role> = {
  id: 'roles',
  title: setupTexts.people.roles,
  source: { kind: 'whole', path: `${base}/roles`, rows: (reply: { roles: readonly Role[] }) => reply.roles },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/people/roles/${id}`,
  columns: [
    { id: 'name', label: m.fields.name, show: nameOfRole },
    {
      id: 'description',
      label: m.fields.description,
      share: 3.2,
      minor: true,
      show: (role) => textOfRole(role) ?? m.none,
    },
    {
      id: 'rights',
      label: setupTexts.people.rights,
      align: 'end',
      show: ({ permissions }) => permissions.length,
    },
    {
      id: 'kind',
      label: m.shared.kind,
      minor: true,
      show: ({ isBuiltIn }) => (isBuiltIn ? setupTexts.people.builtIn : setupTexts.people.own),
    },
  ],
  empty: { icon: 'people', title: setupTexts.people.empty, text: setupTexts.people.emptyText },
};

const keys: ListDefinition<ApiKey> = {
  id: 'api-keys',
  title: setupTexts.people.keys,
  source: {
    kind: 'whole',
    path: `${base}/api-keys`,
    rows: (reply: { apiKeys: readonly ApiKey[] }) => reply.apiKeys,
  },
  keyOf: ({ id }) => id,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.3, show: ({ name }) => name },
    {
      id: 'prefix',
      label: setupTexts.rights.prefix,
      share: 1.2,
      minor: true,
      show: ({ prefix }) => (prefix ? <code>{prefix}…</code> : m.none),
    },
    {
      id: 'rights',
      label: setupTexts.people.rights,
      align: 'end',
      minor: true,
      show: ({ permissions }) => permissions.length,
    },
    {
      id: 'creator',
      label: setupTexts.rights.creator,
      share: 1.1,
      minor: true,
      show: ({ userId }) => (userId ? <Named from="users" id={userId} /> : m.shared.program),
    },
    {
      id: 'used',
      label: setupTexts.rights.lastUsed,
      minor: true,
      show: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : setupTexts.people.never),
    },
    {
      id: 'expires',
      label: setupTexts.people.expires,
      minor: true,
      show: ({ expiresAt }) => (expiresAt ? dateTime(expiresAt) : setupTexts.people.never),
    },
    {
      id: 'actions',
      label: setupTexts.people.actions,
      share: 2.75,
      show: ({ id }) =>
        can('WRITE_API_KEY') ? (
          <div class="actions">
            <RotateButton
              question={setupTexts.people.rotateQuestion}
              rotate={async () =>
                (await change<{ readonly key: string }>('POST', `${base}/api-keys/${id}/rotate`, {})).key
              }
            />
            <ActionButton
              kind="danger"
              confirm={setupTexts.people.revokeQuestion}
              run={() => change('DELETE', `${base}/api-keys/${id}`)}
              done={setupTexts.people.revoked}
            >
              {setupTexts.people.revoke}
            </ActionButton>
          </div>
        ) : null,
    },
  ],
  empty: { icon: 'people', title: setupTexts.people.noKeys, text: setupTexts.people.noKeysText },
};

const scopes: readonly Field[] = [
  {
    name: 'storeLocationIds',
    label: setupTexts.people.stores,
    kind: 'choices',
    options: 'stores',
    help: setupTexts.people.storesHelp,
  },
  { name: 'driverGroupIds', label: setupTexts.people.groups, kind: 'choices', options: 'driverGroups' },
];

const nothingIsAll = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value : null);

const TABS = {
  users: {
    list: <ListPage nested definition={users} />,
    creation: {
      label: setupTexts.people.invite,
      permission: 'WRITE_USER',
      fields: [
        { name: 'email', label: m.fields.email, kind: 'email', required: true },
        {
          name: 'roleIds',
          label: setupTexts.people.roles,
          kind: 'choices',
          options: 'roles',
          required: true,
        },
        ...scopes,
      ] satisfies readonly Field[],
      create: async ({
        email,
        roleIds,
        storeLocationIds,
        driverGroupIds,
      }: Readonly<Record<string, unknown>>) =>
        `/people/users/${
          (
            await change<User>('POST', `${base}/users/invite`, {
              email,
              roleIds,
              storeLocationIds: nothingIsAll(storeLocationIds),
              driverGroupIds: nothingIsAll(driverGroupIds),
            })
          ).id
        }`,
    },
  },
  roles: {
    list: <ListPage nested definition={roles} />,
    creation: {
      label: setupTexts.people.createRole,
      permission: 'WRITE_ROLE',
      fields: [
        { name: 'name', label: m.fields.name, required: true },
        { name: 'description', label: m.fields.description },
        ...rightFields,
      ] satisfies readonly Field[],
      // A new role starts with the rights for signing in to the console (specification 5.5).
      initial: valuesOfRights(['READ_ORGANIZATION', 'READ_USER', 'READ_ROLE']),
      create: async (values: Readonly<Record<string, unknown>>) => {
        const role = { ...withoutRights(values), permissions: rightsIn(values) };
        return `/people/roles/${(await change<Role>('POST', `${base}/roles`, role)).id}`;
      },
    },
  },
  keys: {
    list: <ListPage nested definition={keys} />,
    creation: {
      label: setupTexts.people.createKey,
      permission: 'WRITE_API_KEY',
      fields: [
        { name: 'name', label: m.fields.name, required: true },
        {
          name: 'expiry',
          label: setupTexts.rights.expiry,
          kind: 'choice',
          options: setupTexts.rights.expiries,
          required: true,
        },
        ...rightFields,
      ] satisfies readonly Field[],
      create: async ({ name, expiry, ...values }: Readonly<Record<string, unknown>>) => {
        const permissions = rightsIn(values);
        // The API gives a key without a list all rights of its creator.
        if (permissions.length === 0)
          throw new ApiError(422, { error: { message: setupTexts.rights.atLeastOne } });
        const made = await change<{ readonly key: string }>('POST', `${base}/api-keys`, {
          name,
          permissions,
          ...(expiry === 'never'
            ? {}
            : { expiresAt: new Date(Date.now() + Number(expiry) * 86_400_000).toISOString() }),
        });
        return { show: <Secret secret={made.key} /> };
      },
    },
  },
} as const;

/** Users, their roles, and API keys. */
export function PeopleScreen() {
  useApiNames();
  const { query } = usePlace();
  const asked = query.get('tab') ?? 'users';
  const tab = asked in TABS ? (asked as keyof typeof TABS) : 'users';
  return (
    <div class="tab-page">
      <PageHead title={m.titles.people} actions={<CreateButton key={tab} creation={TABS[tab].creation} />} />
      <Tabs
        label={m.titles.people}
        value={tab}
        onChange={(name) => setQuery({ tab: name, search: null })}
        tabs={[
          ['users', setupTexts.people.users],
          ['roles', setupTexts.people.roles],
          ...(can('READ_API_KEY') ? ([['keys', setupTexts.people.keys]] as const) : []),
        ]}
      />
      {TABS[tab].list}
    </div>
  );
}

/** One user. */
export function UserPage({ params }: { params: Readonly<Record<string, string>> }) {
  useApiNames();
  const path = `${base}/users/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<User>(path)}
      back={['/people?tab=users', setupTexts.people.users]}
      title={({ email }) => email}
      badges={stateOf}
      facts={(data) => [
        [m.fields.name, [data.firstName, data.lastName].filter(Boolean).join(' ')],
        [m.fields.phone, <Phone key="phone" number={data.phoneNumber} />],
        [
          setupTexts.people.roles,
          data.roles.map((role) => (
            <div key={role.id}>
              <a href={`#/people/roles/${role.id}`}>{nameOfRole(role)}</a>
            </div>
          )),
        ],
        [
          setupTexts.people.stores,
          data.storeLocationIds?.map((id) => (
            <div key={id}>
              <Named from="stores" id={id} />
            </div>
          )) ?? setupTexts.people.all,
        ],
        [
          setupTexts.people.groups,
          data.driverGroupIds?.map((id) => (
            <div key={id}>
              <Named from="driverGroups" id={id} />
            </div>
          )) ?? setupTexts.people.all,
        ],
        [setupTexts.people.invitedAt, dateTime(data.invitedAt)],
      ]}
      editing={(data) => ({
        permission: 'WRITE_USER',
        fields: [
          { name: 'firstName', label: m.orders.firstName },
          { name: 'lastName', label: m.orders.lastName },
          { name: 'phoneNumber', label: m.fields.phone, kind: 'tel' },
          { name: 'roleIds', label: setupTexts.people.roles, kind: 'choices', options: 'roles' },
          ...scopes,
        ],
        initial: {
          firstName: data.firstName,
          lastName: data.lastName,
          phoneNumber: data.phoneNumber,
          roleIds: data.roles.map(({ id }) => id),
          storeLocationIds: data.storeLocationIds ?? [],
          driverGroupIds: data.driverGroupIds ?? [],
        },
        save: async ({ roleIds, ...rest }) => {
          const scoped = Object.fromEntries(
            Object.entries(rest).map(([name, value]) => [
              name,
              name.endsWith('Ids') ? nothingIsAll(value) : value,
            ]),
          );
          if (Object.keys(scoped).length > 0) await change('PATCH', path, scoped, data.version);
          if (roleIds) await change('PATCH', `${path}/roles`, { roleIds });
        },
      })}
      actions={(data) =>
        can('WRITE_USER') && (
          <ActionButton
            kind={data.isActive ? 'danger' : 'plain'}
            run={() => change('PATCH', path, { isActive: !data.isActive }, data.version)}
            done={m.actions.saved}
          >
            {data.isActive ? setupTexts.people.deactivate : setupTexts.people.activate}
          </ActionButton>
        )
      }
    />
  );
}

/** One role. */
export function RolePage({ params }: { params: Readonly<Record<string, string>> }) {
  useApiNames();
  const path = `${base}/roles/${encodeURIComponent(params.id ?? '')}`;
  const role = useLive<Role>(path);
  const isOwn = role.data?.isBuiltIn === false;
  return (
    <DetailPage
      live={role}
      back={['/people?tab=roles', setupTexts.people.roles]}
      title={nameOfRole}
      badges={({ isBuiltIn }) => (
        <Badge value="neutral" text={isBuiltIn ? setupTexts.people.builtIn : setupTexts.people.own} />
      )}
      facts={(data) => [[m.fields.description, textOfRole(data)]]}
      {...(isOwn
        ? {
            editing: (data: Role) => ({
              permission: 'WRITE_ROLE',
              fields: TABS.roles.creation.fields,
              initial: { ...data, ...valuesOfRights(data.permissions) },
              save: (changed: Readonly<Record<string, unknown>>) => {
                const permissions = rightsIn({ ...valuesOfRights(data.permissions), ...changed });
                return change('PATCH', path, { ...withoutRights(changed), permissions }, data.version);
              },
            }),
            removal: {
              permission: 'WRITE_ROLE',
              question: setupTexts.people.removeRoleQuestion,
              run: () => change('DELETE', path),
            },
          }
        : {})}
    >
      {({ permissions }) => (
        <Section title={setupTexts.people.rights}>
          <RightsInWords rights={permissions} />
        </Section>
      )}
    </DetailPage>
  );
}
