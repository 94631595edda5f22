import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { useApiNames } from '../kit/api-names.ts';
import { CreateButton, type Creation, DetailPage } from '../kit/detail.tsx';
import { type Field, given, type Values } from '../kit/form.tsx';
import { dateTime, words } from '../kit/format.ts';
import { JobLink, OrderLink } from '../kit/links.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { OrderPicker } from '../kit/order-picker.tsx';
import { Phone } from '../kit/phone.tsx';
import { setQuery, usePlace } from '../kit/router.ts';
import { asValues, fieldsOfSchema, type Schema, valuesUnder } from '../kit/schema-fields.ts';
import type { OrderRow, Page } from '../kit/types.ts';
import { ActionButton, attempt, Badge, Button, Dialog, Facts, PageHead, Section, Tabs } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { noticesTexts } from '../texts/texts.ts';

const t = noticesTexts.notifications;

interface Trigger extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly notificationGroupIds: readonly string[];
  readonly message: string | null;
  readonly version: number;
}

interface Destination extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly { readonly type: string; readonly recipients: readonly string[] }[];
  readonly version: number;
}

interface Notification {
  readonly id: string;
  readonly channel: string;
  readonly recipient: string;
  readonly status: string;
  readonly subject: string | null;
  readonly body: string;
  readonly createdAt: string;
  readonly error: string | null;
  readonly orderId: string | null;
  readonly jobId: string | null;
  readonly triggerId: string | null;
  readonly destinationId: string | null;
  readonly sentAt: string | null;
  readonly attempts: number;
  readonly receipt: string | null;
}

interface Denied {
  readonly id: string;
  readonly type: string;
  readonly value: string;
}

const DENY_LIST = '/v1/organization-management/notifications/deny-list';

const triggers: ListDefinition<Trigger> = {
  id: 'triggers',
  title: t.triggers,
  source: {
    kind: 'whole',
    path: '/v1/notification-triggers',
    rows: (reply: { notificationTriggers: readonly Trigger[] }) => reply.notificationTriggers,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/notifications/triggers/${id}`,
  searchIn: ({ name, type }) => `${name} ${type}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.5, show: ({ name }) => name },
    { id: 'type', label: m.notifications.when, share: 1.3, show: ({ type }) => words(type) },
    {
      id: 'state',
      label: m.fields.status,
      show: ({ enabled }) => (
        <Badge
          value={enabled ? 'active' : 'inactive'}
          text={enabled ? m.webhooks.enabled : m.webhooks.disabled}
        />
      ),
    },
  ],
  empty: {
    icon: 'notifications',
    title: t.noTriggers,
    text: t.noTriggersText,
  },
};

const destinations: ListDefinition<Destination> = {
  id: 'destinations',
  title: t.destinations,
  source: {
    kind: 'whole',
    path: '/v1/notification-groups',
    rows: (reply: { notificationGroups: readonly Destination[] }) => reply.notificationGroups,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/notifications/destinations/${id}`,
  searchIn: ({ name }) => name,
  columns: [
    { id: 'name', label: m.fields.name, show: ({ name }) => name },
    {
      id: 'channels',
      label: t.channels,
      share: 2,
      show: ({ channels }) =>
        channels.map(({ type, recipients }) => `${words(type)}: ${recipients.join(', ')}`).join('; '),
    },
  ],
  empty: {
    icon: 'notifications',
    title: t.noDestinations,
    text: t.noDestinationsText,
  },
};

const sent: ListDefinition<Notification> = {
  id: 'notifications',
  title: t.sent,
  source: {
    kind: 'offset',
    path: '/v1/notifications',
    rows: (reply: Page<Notification>) => reply.results,
    total: (reply: Page<Notification>) => reply.totalCount,
    limit: 100,
    created: ({ id, createdAt }) => ({ id, at: createdAt }),
  },
  keyOf: ({ id }) => id,
  filters: [
    {
      name: 'status',
      label: m.fields.status,
      kind: 'choice',
      isMain: true,
      options: ['queued', 'sending', 'sent', 'delivered', 'failed', 'suppressed', 'skipped'].map(
        (status) => [status, words(status)] as const,
      ),
    },
    {
      name: 'destinationId',
      label: t.destination,
      kind: 'choice',
      options: 'destinations',
      isMain: true,
    },
    { name: 'orderId', label: m.orders.one, kind: 'thing', thing: 'order' },
    { name: 'jobId', label: m.deliveries.one, kind: 'thing', thing: 'delivery' },
  ],
  columns: [
    { id: 'at', label: m.fields.created, show: ({ createdAt }) => dateTime(createdAt) },
    {
      id: 'channel',
      label: t.channel,
      minor: true,
      show: ({ channel }) => words(channel),
    },
    {
      id: 'recipient',
      label: m.orders.customer,
      share: 1.5,
      show: ({ recipient }) => <Recipient address={recipient} />,
    },
    {
      id: 'status',
      label: m.fields.status,
      share: 1.3,
      show: ({ status, error }) => (
        <span title={error ?? ''}>
          <Badge value={status} />
        </span>
      ),
    },
    {
      id: 'body',
      label: t.message,
      share: 1.6,
      show: (sent) => <Sent notification={sent} />,
    },
    {
      id: 'again',
      label: t.resend,
      share: 1.2,
      minor: true,
      show: ({ id, status }) =>
        can('WRITE_NOTIFICATION') && ['sent', 'failed'].includes(status) ? (
          <ActionButton
            kind="ghost"
            run={() => change('POST', `/v1/notifications/${id}/resend`)}
            done={m.webhooks.replayed}
          >
            {t.resend}
          </ActionButton>
        ) : null,
    },
  ],
  empty: {
    icon: 'notifications',
    title: t.noSent,
    text: t.noSentText,
  },
};

/** An e-mail address, a channel, or a number that can be called. */
function Recipient({ address }: { address: string }) {
  return /^\+\d/.test(address) ? <Phone number={address} /> : address;
}

/** The beginning of a message; a click shows all of it, and what became of it. */
function Sent({ notification }: { notification: Notification }) {
  const [isOpen, setOpen] = useState(false);
  const { subject, body, channel, recipient, status, createdAt, sentAt, attempts, error, receipt } =
    notification;
  const title = subject ?? body;
  return (
    <>
      <button type="button" class="link" onClick={() => setOpen(true)}>
        {title}
      </button>
      {isOpen && (
        <Dialog title={t.message} wide onClose={() => setOpen(false)}>
          <Facts
            facts={[
              [m.fields.status, <Badge key="status" value={status} />],
              [t.channel, words(channel)],
              [m.orders.customer, <Recipient key="recipient" address={recipient} />],
              [m.fields.created, dateTime(createdAt)],
              [t.sent, sentAt && dateTime(sentAt)],
              [m.strategies.attempts, attempts],
              [m.shared.problem, error],
              [t.receipt, receipt],
              [m.orders.one, notification.orderId && <OrderLink id={notification.orderId} />],
              [m.deliveries.one, notification.jobId && <JobLink id={notification.jobId} />],
            ]}
          />
          {subject && <strong>{subject}</strong>}
          <pre class="whole">{body}</pre>
        </Dialog>
      )}
    </>
  );
}

const denied: ListDefinition<Denied> = {
  id: 'deny-list',
  title: t.denied,
  source: { kind: 'whole', path: `${DENY_LIST}?pageSize=100`, rows: (reply: readonly Denied[]) => reply },
  keyOf: ({ id }) => id,
  searchIn: ({ value }) => value,
  columns: [
    { id: 'value', label: t.contact, share: 2, show: ({ value }) => value },
    { id: 'type', label: m.shared.kind, show: ({ type }) => words(type) },
    {
      id: 'remove',
      label: m.actions.remove,
      show: ({ type, value }) =>
        can('WRITE_DENY_LIST') ? (
          <ActionButton
            kind="ghost"
            run={() => change('DELETE', DENY_LIST, { type, value })}
            done={m.actions.removed}
          >
            {m.actions.remove}
          </ActionButton>
        ) : null,
    },
  ],
  empty: {
    icon: 'notifications',
    title: t.noDenied,
    text: t.noDeniedText,
  },
};

const triggerFields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'description', label: m.fields.description },
  {
    name: 'notificationGroupIds',
    label: t.destinations,
    kind: 'choices',
    options: 'destinations',
    required: true,
  },
  {
    name: 'message',
    label: t.message,
    kind: 'lines',
    help: t.messageHelp,
  },
  { name: 'oncePerJob', label: t.once, kind: 'flag' },
  { name: 'enabled', label: m.webhooks.enabled, kind: 'flag' },
];

/** A type of trigger, as the catalog of the API describes it. */
interface TriggerType {
  readonly type: string;
  readonly description: string;
  readonly parametersSchema: Schema;
}

const PARAMETERS = 'parameters';

/** Fields for a type of trigger: what it needs to know comes first. */
function fieldsOfType(types: readonly TriggerType[], type: unknown): readonly Field[] {
  const known = types.find((one) => one.type === type);
  return known ? fieldsOfSchema(known.parametersSchema, PARAMETERS, known.type) : [];
}

/** The body of a trigger for the values of its form. */
function triggerBody(values: Values): Values {
  const others = Object.entries(values).filter(([name]) => !name.startsWith(`${PARAMETERS}.`));
  return { ...given(Object.fromEntries(others)), parameters: valuesUnder(PARAMETERS, values) };
}

const useTriggerTypes = () =>
  useLive<{ readonly triggers: readonly TriggerType[] }>('/v1/notification-triggers/catalog', {}, 0).data
    ?.triggers ?? [];

const CHANNELS = ['email', 'sms', 'whatsapp', 'slack', 'teams', 'webhook'];

const destinationFields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true, wide: true },
  ...CHANNELS.map(
    (channel) =>
      ({
        name: channel,
        label: words(channel),
        kind: 'list',
        help: t.recipients,
      }) as const,
  ),
];

function channelsOf(values: Values) {
  return CHANNELS.flatMap((type) => {
    const recipients = values[type];
    return Array.isArray(recipients) && recipients.length > 0 ? [{ type, recipients }] : [];
  });
}

const TABS = {
  triggers: {
    list: <ListPage nested definition={triggers} />,
    creation: undefined,
  },
  destinations: {
    list: <ListPage nested definition={destinations} />,
    creation: {
      label: t.createDestination,
      permission: 'WRITE_NOTIFICATION',
      fields: destinationFields,
      create: async (values: Values) =>
        `/notifications/destinations/${(await change<Destination>('POST', '/v1/notification-groups', { name: values.name, channels: channelsOf(values) })).id}`,
    },
  },
  sent: { list: <ListPage nested definition={sent} />, creation: undefined },
  denied: {
    list: <ListPage nested definition={denied} />,
    creation: {
      label: t.deny,
      permission: 'WRITE_DENY_LIST',
      fields: [
        {
          name: 'type',
          label: m.shared.kind,
          kind: 'choice',
          options: [
            ['email', m.fields.email],
            ['phone', m.fields.phone],
          ],
          required: true,
        },
        { name: 'value', label: t.contact, required: true },
      ] satisfies readonly Field[],
      create: async (values: Values) => {
        await change('POST', DENY_LIST, values);
        return undefined;
      },
    },
  },
} as const;

/** Who hears of what. */
export function NotificationsScreen() {
  const { query } = usePlace();
  const asked = query.get('tab') ?? 'triggers';
  const tab = asked in TABS ? (asked as keyof typeof TABS) : 'triggers';
  useApiNames();
  const types = useTriggerTypes();
  const creation: Creation | undefined =
    tab === 'triggers'
      ? {
          label: t.createTrigger,
          permission: 'WRITE_NOTIFICATION',
          fields: ({ type }) => [
            {
              name: 'type',
              label: m.notifications.when,
              kind: 'choice',
              options: 'triggerTypes',
              required: true,
              help: types.find((one) => one.type === type)?.description,
            },
            ...fieldsOfType(types, type),
            ...triggerFields,
          ],
          initial: { enabled: true },
          create: async (values) =>
            `/notifications/triggers/${(await change<Trigger>('POST', '/v1/notification-triggers', triggerBody(values))).id}`,
        }
      : TABS[tab].creation;
  return (
    <div class="tab-page">
      <PageHead
        title={m.notifications.title}
        actions={creation && <CreateButton key={tab} creation={creation} />}
      />
      <Tabs
        label={m.notifications.title}
        value={tab}
        onChange={(name) => setQuery({ tab: name, search: null, status: null })}
        tabs={[
          ['triggers', t.triggers],
          ['destinations', t.destinations],
          ['sent', t.sent],
          ...(can('READ_DENY_LIST') ? ([['denied', t.denied]] as const) : []),
        ]}
      />
      {TABS[tab].list}
    </div>
  );
}

/** One trigger, with a preview of its messages for an order. */
export function TriggerPage({ params }: { params: Readonly<Record<string, string>> }) {
  useApiNames();
  const types = useTriggerTypes();
  const path = `/v1/notification-triggers/${encodeURIComponent(params.id ?? '')}`;
  const [order, setOrder] = useState<OrderRow>();
  const [messages, setMessages] =
    useState<readonly { channel: string; recipient: string; subject: string | null; body: string }[]>();
  return (
    <DetailPage
      live={useLive<Trigger>(path)}
      back={['/notifications?tab=triggers', t.triggers]}
      title={({ name }) => name}
      badges={({ enabled }) => (
        <Badge
          value={enabled ? 'active' : 'inactive'}
          text={enabled ? m.webhooks.enabled : m.webhooks.disabled}
        />
      )}
      facts={(data) => [
        [m.notifications.when, words(data.type)],
        [m.fields.description, data.description],
        [
          t.destinations,
          data.notificationGroupIds.map((id) => (
            <div key={id}>
              <Named from="destinations" id={id} />
            </div>
          )),
        ],
        ...fieldsOfType(types, data.type).map(({ name, label }) => {
          const value = (data.parameters as Values | null)?.[name.slice(PARAMETERS.length + 1)];
          return [label, textOf(value)] as const;
        }),
        [t.message, data.message],
      ]}
      editing={(data) => {
        const ofType = fieldsOfType(types, data.type);
        const initial = {
          ...data,
          ...asValues(PARAMETERS, (data.parameters as Values | null) ?? {}, ofType),
        };
        return {
          permission: 'WRITE_NOTIFICATION',
          fields: [...ofType, ...triggerFields],
          initial,
          save: (changed) =>
            change(
              'PATCH',
              path,
              {
                ...Object.fromEntries(
                  Object.entries(changed).filter(([name]) => !name.startsWith(`${PARAMETERS}.`)),
                ),
                // Parameters are replaced as a whole.
                ...(Object.keys(changed).some((name) => name.startsWith(`${PARAMETERS}.`))
                  ? { parameters: valuesUnder(PARAMETERS, { ...initial, ...changed }) }
                  : {}),
              },
              data.version,
            ),
        };
      }}
      removal={{
        permission: 'WRITE_NOTIFICATION',
        question: t.removeTrigger,
        run: () => change('DELETE', path),
      }}
    >
      {() => (
        <Section title={t.preview}>
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              void attempt(() =>
                change<{ messages: NonNullable<typeof messages> }>('POST', `${path}/preview`, {
                  orderId: order?.id,
                }),
              ).then((reply) => setMessages(reply?.messages));
            }}
          >
            <OrderPicker
              label={m.orders.one}
              picked={order}
              onPick={(picked) => {
                setOrder(picked);
                setMessages(undefined);
              }}
            />
            <div class="actions">
              <Button type="submit" disabled={!order}>
                {t.preview}
              </Button>
            </div>
          </form>
          <div aria-live="polite">
            {messages?.map(({ channel, recipient, subject, body }, index) => (
              <div class="sub" key={index}>
                <h3>
                  {words(channel)} <span class="quiet">{recipient}</span>
                </h3>
                {subject && <strong>{subject}</strong>}
                <pre>{body}</pre>
              </div>
            ))}
          </div>
        </Section>
      )}
    </DetailPage>
  );
}

/** A value of a parameter in words. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? m.yes : m.no;
  return Array.isArray(value) ? value.map((one) => words(String(one))).join(', ') : words(String(value));
}

/** One destination. */
export function DestinationPage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/notification-groups/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<Destination>(path)}
      back={['/notifications?tab=destinations', t.destinations]}
      title={({ name }) => name}
      facts={({ channels }) =>
        channels.map(({ type, recipients }) => [words(type), recipients.join(', ')] as const)
      }
      editing={(data) => {
        const initial = {
          name: data.name,
          ...Object.fromEntries(
            CHANNELS.map((type) => [
              type,
              data.channels.find((channel) => channel.type === type)?.recipients ?? [],
            ]),
          ),
        };
        return {
          permission: 'WRITE_NOTIFICATION',
          fields: destinationFields,
          initial,
          save: (changed) =>
            change(
              'PATCH',
              path,
              {
                ...('name' in changed ? { name: changed.name } : {}),
                ...(Object.keys(changed).some((name) => name !== 'name')
                  ? { channels: channelsOf({ ...initial, ...changed }) }
                  : {}),
              },
              data.version,
            ),
        };
      }}
      removal={{
        permission: 'WRITE_NOTIFICATION',
        question: t.removeDestination,
        run: () => change('DELETE', path),
      }}
    />
  );
}
