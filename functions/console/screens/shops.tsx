import { change } from '../kit/api.ts';
import { CreateButton, DetailPage } from '../kit/detail.tsx';
import type { Field, Values } from '../kit/form.tsx';
import { dateTime, words } from '../kit/format.ts';
import { latePart } from '../kit/late.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { RotateButton, Secret } from '../kit/secret.tsx';
import { ActionButton, Badge, Section } from '../kit/ui.tsx';
import { timeZones } from '../kit/worldwide.ts';
import { m } from '../messages.ts';
import { incomingTexts } from '../texts/texts.ts';
import { type Message, OutcomeBadge } from './shop-outcome.tsx';

interface Shop extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly adapter: 'shopify' | 'woocommerce' | 'mapping';
  readonly address: string | null;
  readonly isEnabled: boolean;
  readonly pickupStoreLocationId: string | null;
  readonly dispatchStrategyId: string | null;
  readonly deliveryMode: string | null;
  readonly timeZone: string | null;
  readonly mapping: Readonly<Record<string, unknown>> | null;
  readonly inboxUrl: string;
  readonly hasOwnSecret: boolean;
  readonly previousSecretUntil: string | null;
}

interface Notice {
  readonly id: string;
  readonly orderId: string;
  readonly shopOrderId: string;
  readonly kind: string;
  readonly at: string;
  readonly status: string;
  readonly error: string | null;
}

const LIST = '/v1/shops';

const state = ({ isEnabled }: Shop) => (
  <Badge
    value={isEnabled ? 'active' : 'inactive'}
    text={isEnabled ? incomingTexts.shops.on : incomingTexts.shops.off}
  />
);

const definition: ListDefinition<Shop> = {
  id: 'shops',
  title: m.titles.shops,
  source: { kind: 'whole', path: LIST, rows: (reply: { shops: readonly Shop[] }) => reply.shops },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/shops/${id}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.4, show: ({ name }) => name },
    { id: 'state', label: m.fields.status, show: state },
    {
      id: 'adapter',
      label: incomingTexts.shops.adapter,
      show: ({ adapter }) => incomingTexts.shops.adapterNames[adapter],
    },
    {
      id: 'address',
      label: m.fields.address,
      minor: true,
      share: 1.4,
      show: ({ address }) => address ?? m.none,
    },
    {
      id: 'store',
      label: m.orders.store,
      minor: true,
      show: ({ pickupStoreLocationId }) => <Named from="stores" id={pickupStoreLocationId} />,
    },
  ],
  empty: { icon: 'shops', title: incomingTexts.shops.empty, text: incomingTexts.shops.emptyText },
};

const MappingInput = latePart(() => import('./shop-mapping.tsx').then((part) => part.MappingInput));

const Trial = latePart(() => import('./shop-trial.tsx').then((part) => part.Trial));

const isMapped = ({ adapter }: Values) => adapter === 'mapping';
const isCalled = ({ adapter }: Values) => adapter === 'shopify' || adapter === 'woocommerce';

const settings: readonly Field[] = [
  { name: 'pickupStoreLocationId', label: m.orders.store, kind: 'choice', options: 'stores' },
  { name: 'dispatchStrategyId', label: m.orders.strategy, kind: 'choice', options: 'strategies' },
  {
    name: 'deliveryMode',
    label: m.orders.mode,
    kind: 'choice',
    options: m.orders.modes,
    help: incomingTexts.shops.modeHelp,
  },
  {
    name: 'timeZone',
    label: m.stores.timeZone,
    kind: 'choice',
    options: timeZones(),
    help: incomingTexts.shops.timeZoneHelp,
  },
];

const credentials: readonly Field[] = [
  {
    name: 'credentials.webhookSecret',
    label: incomingTexts.shops.webhookSecret,
    kind: 'password',
    help: incomingTexts.shops.webhookSecretHelp,
  },
  {
    name: 'credentials.accessToken',
    label: incomingTexts.shops.accessToken,
    kind: 'password',
    help: incomingTexts.shops.accessTokenHelp,
    when: ({ adapter }) => adapter === 'shopify',
  },
  {
    name: 'credentials.consumerKey',
    label: incomingTexts.shops.consumerKey,
    kind: 'password',
    help: incomingTexts.shops.accessTokenHelp,
    when: ({ adapter }) => adapter === 'woocommerce',
  },
  {
    name: 'credentials.consumerSecret',
    label: incomingTexts.shops.consumerSecret,
    kind: 'password',
    when: ({ adapter }) => adapter === 'woocommerce',
  },
];

const mapping: Field = {
  name: 'mapping',
  label: incomingTexts.shops.mapping,
  kind: 'own',
  own: MappingInput,
  when: isMapped,
};

const address: Field = {
  name: 'address',
  label: m.fields.address,
  kind: 'url',
  when: isCalled,
  help: incomingTexts.shops.addressHelp,
};

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  {
    name: 'adapter',
    label: incomingTexts.shops.adapter,
    kind: 'choice',
    options: incomingTexts.shops.adapters,
    required: true,
  },
  address,
  ...credentials,
  ...settings,
  mapping,
];

/** The mapping with which a new shop starts: where the fields usually are. */
const FIRST_MAPPING = {
  authentication: { type: 'hmac', header: 'x-signature', encoding: 'hex' },
  orderId: '/id',
  fields: {
    dropoffFirstName: '/shipping/name',
    dropoffAddress: '{/shipping/street}, {/shipping/zip} {/shipping/city}',
    dropoffPhoneNumber: '/shipping/phone',
  },
};

/** The body of a request: credentials are one object, and what is empty is left out. */
function bodyOf(values: Values): Values {
  const filled = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  const [own, secret] = [
    filled.filter(([name]) => !name.startsWith('credentials.')),
    filled.filter(([name]) => name.startsWith('credentials.')),
  ];
  const named = secret.map(([name, value]) => [name.slice('credentials.'.length), value] as const);
  return {
    ...Object.fromEntries(own),
    ...(named.length > 0 ? { credentials: Object.fromEntries(named) } : {}),
  };
}

/** Connected shops. */
export function ShopsScreen() {
  return (
    <ListPage
      definition={definition}
      actions={
        <CreateButton
          creation={{
            label: incomingTexts.shops.connect,
            permission: 'WRITE_CONNECTION',
            fields,
            initial: { adapter: 'shopify', mapping: FIRST_MAPPING },
            create: async (values) => {
              const made = await change<Shop & { readonly secret: string | null }>(
                'POST',
                LIST,
                bodyOf(values),
              );
              return { show: <Connected shop={made} secret={made.secret} /> };
            },
          }}
        />
      }
    />
  );
}

/** What to enter in the shop. */
function Connected({ shop, secret }: { shop: Shop; secret: string | null }) {
  return (
    <>
      <p>{incomingTexts.shops.connected}</p>
      <h3>{incomingTexts.shops.inbox}</h3>
      <Address url={shop.inboxUrl} />
      <h3>{incomingTexts.shops.secret}</h3>
      {secret === null ? <p>{incomingTexts.shops.ownSecret}</p> : <Secret secret={secret} />}
      <div class="actions end">
        <a class="button" href={`#/shops/${shop.id}`}>
          {incomingTexts.shops.openIt}
        </a>
      </div>
    </>
  );
}

function Address({ url }: { url: string }) {
  return (
    <div class="copy">
      <pre>{url}</pre>
      <ActionButton icon="copy" run={() => navigator.clipboard.writeText(url)} done={m.actions.copied}>
        {m.shared.copyAddress}
      </ActionButton>
    </div>
  );
}

/** One shop: its settings, a test of how it is read, and what came from it and went to it. */
export function ShopPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const path = `${LIST}/${encodeURIComponent(id)}`;
  return (
    <DetailPage
      live={useLive<Shop>(path)}
      back={['/shops', m.titles.shops]}
      title={({ name }) => name}
      badges={state}
      facts={(data) => [
        [incomingTexts.shops.adapter, incomingTexts.shops.adapterNames[data.adapter]],
        [m.fields.address, data.address],
        [incomingTexts.shops.inbox, <Address key="inbox" url={data.inboxUrl} />],
        [
          incomingTexts.shops.secret,
          data.hasOwnSecret ? incomingTexts.shops.ownSecret : incomingTexts.shops.shownOnce,
        ],
        [incomingTexts.shops.previousSecret, data.previousSecretUntil && dateTime(data.previousSecretUntil)],
        [
          m.orders.store,
          data.pickupStoreLocationId && <Named from="stores" id={data.pickupStoreLocationId} />,
        ],
        [
          m.orders.strategy,
          data.dispatchStrategyId && <Named from="strategies" id={data.dispatchStrategyId} />,
        ],
        [m.orders.mode, data.deliveryMode && words(data.deliveryMode)],
        [m.stores.timeZone, data.timeZone],
      ]}
      editing={(data) => ({
        permission: 'WRITE_CONNECTION',
        fields: [
          { name: 'name', label: m.fields.name, required: true },
          ...(data.adapter === 'mapping' ? [] : [address]),
          ...credentials,
          ...settings,
        ],
        initial: data,
        save: (changed) => change('PATCH', path, withCredentials(changed)),
      })}
      actions={(data) =>
        can('WRITE_CONNECTION') && (
          <>
            {!data.hasOwnSecret && (
              <RotateButton
                question={incomingTexts.shops.rotateQuestion}
                rotate={async () =>
                  (await change<{ readonly secret: string }>('POST', `${path}/rotate-secret`)).secret
                }
              />
            )}
            <ActionButton
              run={() => change('PATCH', path, { isEnabled: !data.isEnabled })}
              done={m.actions.saved}
            >
              {data.isEnabled ? m.shared.switchOff : m.shared.switchOn}
            </ActionButton>
          </>
        )
      }
      removal={{
        permission: 'WRITE_CONNECTION',
        question: incomingTexts.shops.removeQuestion,
        run: () => change('DELETE', path),
      }}
    >
      {(data) => (
        <>
          {can('WRITE_CONNECTION') && <Trial adapter={data.adapter} mapping={data.mapping} path={path} />}
          <Section title={incomingTexts.shops.messages}>
            <ListPage nested definition={messagesOf(id)} />
          </Section>
          {data.adapter !== 'mapping' && <Notices path={path} />}
        </>
      )}
    </DetailPage>
  );
}

/** Changed values, with the credentials as one object. */
function withCredentials(changed: Values): Values {
  const nulls = Object.fromEntries(
    Object.entries(changed).filter(([name, value]) => value === null && !name.startsWith('credentials.')),
  );
  return { ...nulls, ...bodyOf(changed) };
}

const messagesOf = (shopId: string): ListDefinition<Message> => ({
  id: 'shop-messages',
  title: incomingTexts.shops.messages,
  source: {
    kind: 'cursor',
    path: `${LIST}/${encodeURIComponent(shopId)}/messages`,
    rows: (reply: { results: readonly Message[] }) => reply.results,
    next: (reply: { iterator: string | null; done: boolean }) => (reply.done ? null : reply.iterator),
    cursorName: 'iterator',
    limit: 50,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/shops/${shopId}/messages/${id}`,
  filters: [
    {
      name: 'outcome',
      label: incomingTexts.shops.outcome,
      kind: 'choice',
      options: incomingTexts.shops.outcomes,
      isMain: true,
    },
    { name: 'shopOrderId', label: incomingTexts.shops.shopOrder, kind: 'text', isMain: true },
  ],
  columns: [
    { id: 'at', label: incomingTexts.shops.received, show: ({ receivedAt }) => dateTime(receivedAt) },
    {
      id: 'outcome',
      label: incomingTexts.shops.outcome,
      show: (message) => <OutcomeBadge message={message} />,
    },
    {
      id: 'shopOrder',
      label: incomingTexts.shops.shopOrder,
      show: ({ shopOrderId }) => shopOrderId ?? m.none,
    },
    {
      id: 'why',
      label: incomingTexts.shops.why,
      share: 2,
      minor: true,
      show: ({ message }) => message ?? '',
    },
  ],
  empty: { icon: 'inbox', title: incomingTexts.shops.noMessages, text: incomingTexts.shops.noMessagesText },
});

/** What the shop was told of its deliveries. */
function Notices({ path }: { path: string }) {
  const { data } = useLive<{ readonly results: readonly Notice[] }>(`${path}/notices`, { limit: 20 }, 5_000);
  if (!data || data.results.length === 0) return null;
  return (
    <Section title={incomingTexts.shops.notices}>
      <ul class="rows">
        {data.results.map(({ id, orderId, shopOrderId, kind, at, status, error }) => (
          <li key={id}>
            <Badge value={status === 'told' ? 'sent' : status} text={words(status)} />
            <span>
              <a href={`#/orders/${orderId}`}>{shopOrderId}</a> {words(kind)}
              {error && <span class="problem block">{error}</span>}
            </span>
            <span class="quiet">{dateTime(at)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
