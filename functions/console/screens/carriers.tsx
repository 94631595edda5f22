import { useState } from 'preact/hooks';
import { ApiError, change } from '../kit/api.ts';
import { CreateButton, DetailPage } from '../kit/detail.tsx';
import type { Field, Values } from '../kit/form.tsx';
import { dateTime, money, words } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { OrderPicker } from '../kit/order-picker.tsx';
import { RotateButton, Secret } from '../kit/secret.tsx';
import type { OrderRow, Quote } from '../kit/types.ts';
import { ActionButton, Badge, Facts, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { setupTexts } from '../texts/texts.ts';

interface Provider {
  readonly providerId: string;
  readonly name: string;
  readonly isAvailable: boolean;
  readonly hasAccount: boolean;
  readonly isSimulator: boolean;
  readonly isInternal: boolean;
  readonly credentialFields: readonly {
    readonly field: string;
    readonly summary: string;
    readonly isOptional: boolean;
  }[];
}

interface Account {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly chatChannel: string | null;
  readonly updatesUrl: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Partner extends Account, Readonly<Record<string, unknown>> {
  readonly baseUrl: string;
}

/** Ids of partners over HTTP begin with it. */
const PARTNER = 'prv_http_';

const isPartner = ({ providerId }: Provider) => providerId.startsWith(PARTNER);

const carriers: ListDefinition<Provider> = {
  id: 'carriers',
  title: m.titles.carriers,
  source: {
    kind: 'whole',
    path: '/v1/providers?includeUnavailable=true',
    rows: (reply: readonly Provider[]) => reply,
  },
  keyOf: ({ providerId }) => providerId,
  href: (provider) =>
    isPartner(provider)
      ? `/partners/${provider.providerId}`
      : provider.isInternal
        ? '/fleet?tab=prices'
        : `/carriers/${provider.providerId}`,
  searchIn: ({ name }) => name,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.5, show: ({ name }) => name },
    {
      id: 'state',
      label: m.fields.status,
      share: 1.2,
      show: (provider) => <Availability provider={provider} />,
    },
    { id: 'kind', label: m.shared.kind, minor: true, show: kindOf },
  ],
  empty: { icon: 'carriers', title: setupTexts.carriers.empty, text: setupTexts.carriers.emptyText },
};

function kindOf(provider: Provider): string {
  if (isPartner(provider)) return setupTexts.carriers.partner;
  if (provider.isInternal) return setupTexts.carriers.ownFleet;
  return provider.isSimulator ? setupTexts.carriers.simulator : setupTexts.carriers.carrier;
}

function Availability({ provider: { isAvailable } }: { provider: Provider }) {
  return (
    <Badge
      value={isAvailable ? 'active' : 'inactive'}
      text={isAvailable ? setupTexts.carriers.ready : setupTexts.carriers.notReady}
    />
  );
}

const partnerFields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  {
    name: 'baseUrl',
    label: m.webhooks.url,
    kind: 'url',
    required: true,
    help: setupTexts.carriers.addressHelp,
    wide: true,
  },
  {
    name: 'token',
    label: setupTexts.carriers.token,
    kind: 'password',
    required: true,
    help: setupTexts.carriers.tokenHelp,
  },
  { name: 'chatChannel', label: setupTexts.carriers.chat, help: setupTexts.carriers.chatHelp },
];

/** An address that may break after its slashes, and in no word. */
const breakable = (url: string) => url.split(/(?<=\/)/).flatMap((part) => [part, <wbr key={part} />]);

/** Everybody who can carry a delivery: carriers, partners over HTTP, the own fleet. */
export function CarriersScreen() {
  return (
    <ListPage
      definition={carriers}
      actions={
        <CreateButton
          creation={{
            label: setupTexts.carriers.addPartner,
            permission: 'WRITE_CONNECTION',
            fields: partnerFields,
            create: async (values) => {
              const made = await change<Partner & { readonly signingSecret: string }>(
                'POST',
                '/v1/http-fleets',
                values,
              );
              return { show: <Registered account={made} secret={made.signingSecret} /> };
            },
          }}
        />
      }
    />
  );
}

/** What a partner needs to know. */
function Registered({ account, secret }: { account: Account; secret: string }) {
  return (
    <>
      <UpdatesAddress account={account} />
      <Secret secret={secret} />
      <p>
        <a href={`#/partners/${account.id}`}>{setupTexts.carriers.openIt}</a>
      </p>
    </>
  );
}

function UpdatesAddress({ account: { updatesUrl } }: { account: Account }) {
  return (
    <>
      <p>{setupTexts.carriers.updatesHelp}</p>
      <pre>{updatesUrl}</pre>
      <div class="actions">
        <ActionButton
          icon="copy"
          run={() => navigator.clipboard.writeText(updatesUrl)}
          done={m.actions.copied}
        >
          {m.shared.copyAddress}
        </ActionButton>
      </div>
    </>
  );
}

/** One carrier of the installation: the account with it, and a test quote. */
export function CarrierPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const all = useLive<readonly Provider[]>('/v1/providers?includeUnavailable=true');
  const provider = all.data?.find(({ providerId }) => providerId === id);
  return (
    <DetailPage
      live={{
        data: provider,
        error:
          all.data && !provider ? new ApiError(404, { message: setupTexts.carriers.unknown(id) }) : all.error,
        refresh: all.refresh,
      }}
      back={['/carriers', m.titles.carriers]}
      title={({ name }) => name}
      badges={(one) => <Availability provider={one} />}
      facts={(one) => [
        [m.shared.kind, kindOf(one)],
        [m.fields.id, <code key="id">{one.providerId}</code>],
      ]}
    >
      {(one) => (
        <>
          {one.credentialFields.length > 0 && can('READ_CONNECTION') && <AccountCard provider={one} />}
          <TestQuote providerId={id} isAvailable={one.isAvailable} />
        </>
      )}
    </DetailPage>
  );
}

/** The account with a carrier: its credentials are entered here, and never shown again. */
function AccountCard({ provider }: { provider: Provider }) {
  const { providerId, name, hasAccount, credentialFields } = provider;
  const path = `/v1/providers/${encodeURIComponent(providerId)}/credentials`;
  // What is being deleted is not read again.
  const [isGone, setGone] = useState(false);
  const { data, error, refresh } = useLive<Account>(hasAccount && !isGone ? path : null);
  const fields: readonly Field[] = [
    ...credentialFields.map(
      ({ field, summary, isOptional }) =>
        ({
          name: `credentials.${field}`,
          label: words(field),
          help: sentenceOf(summary),
          kind: 'password',
          required: !isOptional,
        }) as const,
    ),
    { name: 'chatChannel', label: setupTexts.carriers.chat, help: setupTexts.carriers.chatHelp },
    { name: 'isEnabled', label: setupTexts.carriers.isAsked, kind: 'flag' },
  ];
  const save = ({ chatChannel, isEnabled, ...credentials }: Values) =>
    change<Account>('PUT', path, {
      credentials: Object.fromEntries(
        Object.entries(credentials).flatMap(([field, value]) =>
          value ? [[field.replace('credentials.', ''), value]] : [],
        ),
      ),
      chatChannel: chatChannel ?? null,
      isEnabled: isEnabled === true,
    });
  return (
    <Section
      title={setupTexts.carriers.account}
      actions={
        <>
          <CreateButton
            isPlain={hasAccount}
            creation={{
              label: hasAccount ? setupTexts.carriers.replace : setupTexts.carriers.setUp,
              permission: 'WRITE_CONNECTION',
              fields,
              initial: { isEnabled: data?.isEnabled ?? true, chatChannel: data?.chatChannel ?? null },
              create: async (values) => {
                const account = await save(values);
                setGone(false);
                return { show: <UpdatesAddress account={account} /> };
              },
            }}
          />
          {hasAccount && can('WRITE_CONNECTION') && (
            <ActionButton
              kind="danger"
              icon="trash"
              confirm={setupTexts.carriers.removeQuestion(name)}
              run={async () => {
                setGone(true);
                await change('DELETE', path).catch((error: unknown) => {
                  setGone(false);
                  throw error;
                });
              }}
              done={m.actions.removed}
            >
              {m.actions.remove}
            </ActionButton>
          )}
        </>
      }
    >
      {!hasAccount ? (
        <p class="quiet">{setupTexts.carriers.noAccount(name)}</p>
      ) : data ? (
        <Facts
          facts={[
            [setupTexts.carriers.isAsked, data.isEnabled ? m.yes : m.no],
            [setupTexts.carriers.chat, data.chatChannel],
            [m.fields.updated, dateTime(data.updatedAt)],
            [setupTexts.carriers.updates, <code key="url">{data.updatesUrl}</code>],
          ]}
        />
      ) : (
        <Loading error={error} retry={refresh} lines={3} />
      )}
    </Section>
  );
}

function sentenceOf(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/** What a provider would ask for an order. Nothing is booked. */
function TestQuote({ providerId, isAvailable }: { providerId: string; isAvailable: boolean }) {
  const [order, setOrder] = useState<OrderRow>();
  const [result, setResult] = useState<{
    readonly quotes: readonly Quote[];
    readonly failedQuotes: readonly Quote[];
  }>();
  if (!can('WRITE_ORDER') || !can('READ_ORDER') || !isAvailable) return null;
  const own = [...(result?.quotes ?? []), ...(result?.failedQuotes ?? [])].filter(
    (quote) => quote.providerId === providerId,
  );
  return (
    <Section title={setupTexts.carriers.test}>
      <p class="quiet">{setupTexts.carriers.testHelp}</p>
      <div class="form">
        <OrderPicker
          label={setupTexts.carriers.order}
          picked={order}
          onPick={(picked) => {
            setOrder(picked);
            setResult(undefined);
          }}
        />
        {order && (
          <div class="actions">
            <ActionButton
              kind="primary"
              run={async () =>
                setResult(await change('POST', '/v1/order/refresh_quotes', { orderId: order.id }))
              }
            >
              {setupTexts.carriers.ask}
            </ActionButton>
          </div>
        )}
      </div>
      <div aria-live="polite">
        {result && (
          <ul class="rows">
            {own.map((quote) => (
              <li key={quote.id}>
                <Badge
                  value={quote.isSuccessful ? 'success' : 'failed'}
                  text={quote.isSuccessful ? setupTexts.carriers.offers : setupTexts.carriers.refuses}
                />
                <span>
                  {quote.isSuccessful
                    ? [
                        money(quote.totalPriceCents, quote.currency),
                        quote.dropoffEta && `${m.orders.eta} ${dateTime(quote.dropoffEta)}`,
                        quote.rank !== null && setupTexts.carriers.rank(quote.rank, result.quotes.length),
                      ]
                        .filter(Boolean)
                        .join(' · ')
                    : quote.errorMessage}
                </span>
              </li>
            ))}
            {own.length === 0 && <li class="quiet">{setupTexts.carriers.silent}</li>}
          </ul>
        )}
      </div>
    </Section>
  );
}

/** One partner over HTTP: its address, its secret, a test quote, and how it speaks. */
export function PartnerPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const path = `/v1/http-fleets/${encodeURIComponent(id)}`;
  return (
    <DetailPage
      live={useLive<Partner>(path)}
      back={['/carriers', m.titles.carriers]}
      title={({ name }) => name}
      badges={({ isEnabled }) => (
        <Badge
          value={isEnabled ? 'active' : 'inactive'}
          text={isEnabled ? setupTexts.carriers.ready : setupTexts.carriers.notReady}
        />
      )}
      facts={(data) => [
        [m.shared.kind, setupTexts.carriers.partner],
        [m.webhooks.url, breakable(data.baseUrl)],
        [setupTexts.carriers.chat, data.chatChannel],
        [m.fields.updated, dateTime(data.updatedAt)],
        [m.fields.id, <code key="id">{data.id}</code>],
      ]}
      actions={(data) =>
        can('WRITE_CONNECTION') && (
          <>
            <RotateButton
              question={setupTexts.carriers.rotateQuestion}
              rotate={async () =>
                (
                  await change<{ readonly signingSecret: string }>('PATCH', path, {
                    rotateSigningSecret: true,
                  })
                ).signingSecret
              }
            />
            <ActionButton
              run={() => change('PATCH', path, { isEnabled: !data.isEnabled }, data.version)}
              done={m.actions.saved}
            >
              {data.isEnabled ? m.shared.switchOff : m.shared.switchOn}
            </ActionButton>
          </>
        )
      }
      editing={(data) => ({
        permission: 'WRITE_CONNECTION',
        fields: partnerFields
          .filter(({ name }) => name !== 'name')
          .map((field) =>
            field.name === 'token'
              ? { ...field, required: false, help: setupTexts.carriers.newToken }
              : field,
          ),
        initial: data,
        save: (changed) => change('PATCH', path, changed, data.version),
      })}
      removal={{
        permission: 'WRITE_CONNECTION',
        question: setupTexts.carriers.removePartner,
        run: () => change('DELETE', path),
      }}
    >
      {(data) => (
        <>
          <TestQuote providerId={id} isAvailable={data.isEnabled} />
          <Section title={setupTexts.carriers.messages}>
            <p class="quiet">{setupTexts.carriers.messagesHelp}</p>
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">{setupTexts.carriers.call}</th>
                  <th scope="col">{setupTexts.carriers.meaning}</th>
                </tr>
              </thead>
              <tbody>
                {setupTexts.carriers.calls.map(([call, meaning]) => (
                  <tr key={call}>
                    <td>
                      <code>{call}</code>
                    </td>
                    <td>{meaning}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <UpdatesAddress account={data} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}
