import { change } from '../kit/api.ts';
import { CreateButton, DetailPage } from '../kit/detail.tsx';
import { type Field, Form } from '../kit/form.tsx';
import { dateTime, words } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { refreshAll, useLive } from '../kit/live.ts';
import { useOptions } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import { RotateButton, Secret } from '../kit/secret.tsx';
import { ActionButton, Badge, EmptyState, Loading, PageHead, Section, Tabs, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { outgoingTexts } from '../texts/texts.ts';

interface Endpoint extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly eventTypes: readonly string[];
  readonly isEnabled: boolean;
  readonly disabledReason: string | null;
  readonly createdAt: string;
}

interface Message {
  readonly id: string;
  readonly eventType: string;
  readonly timestamp: string;
  readonly tags: readonly string[] | null;
}

interface Attempt {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly responseStatusCode: number | null;
  readonly responseDurationMs: number | null;
  readonly response: string | null;
  readonly timestamp: string;
}

const path = '/v1/webhooks/endpoints';

const state = ({ isEnabled }: Endpoint) => (
  <Badge
    value={isEnabled ? 'active' : 'inactive'}
    text={isEnabled ? m.webhooks.enabled : m.webhooks.disabled}
  />
);

const endpoints: ListDefinition<Endpoint> = {
  id: 'webhook-endpoints',
  title: outgoingTexts.webhooks.endpoints,
  source: { kind: 'whole', path, rows: (reply: { endpoints: readonly Endpoint[] }) => reply.endpoints },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/webhooks/${id}`,
  columns: [
    { id: 'url', label: m.webhooks.url, share: 2, show: ({ url }) => url },
    { id: 'state', label: m.fields.status, show: state },
    {
      id: 'events',
      label: outgoingTexts.webhooks.events,
      minor: true,
      show: ({ eventTypes }) =>
        eventTypes.length === 0 ? outgoingTexts.webhooks.all : eventTypes.join(', '),
    },
    { id: 'created', label: m.fields.created, minor: true, show: ({ createdAt }) => dateTime(createdAt) },
  ],
  empty: { icon: 'webhooks', title: outgoingTexts.webhooks.empty, text: outgoingTexts.webhooks.emptyText },
};

const messages: ListDefinition<Message> = {
  id: 'webhook-messages',
  title: outgoingTexts.webhooks.messages,
  source: {
    kind: 'cursor',
    path: '/v1/webhooks/messages',
    rows: (reply: { results: readonly Message[] }) => reply.results,
    next: (reply: { iterator: string | null; done: boolean }) => (reply.done ? null : reply.iterator),
    cursorName: 'iterator',
    limit: 50,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/webhooks/messages/${id}`,
  filters: [
    {
      name: 'eventTypes',
      label: outgoingTexts.webhooks.events,
      kind: 'choices',
      options: 'eventTypes',
      isMain: true,
    },
    {
      name: 'outcome',
      label: outgoingTexts.webhooks.outcome,
      kind: 'choice',
      options: outgoingTexts.webhooks.outcomes,
      isMain: true,
    },
    { name: 'tag', label: outgoingTexts.webhooks.tag, kind: 'text' },
  ],
  columns: [
    { id: 'type', label: m.webhooks.event, share: 1.3, show: ({ eventType }) => eventType },
    { id: 'id', label: m.fields.id, share: 1.6, minor: true, show: ({ id }) => <code>{id}</code> },
    { id: 'at', label: m.fields.created, show: ({ timestamp }) => dateTime(timestamp) },
  ],
  empty: {
    icon: 'webhooks',
    title: outgoingTexts.webhooks.noMessages,
    text: outgoingTexts.webhooks.noMessagesText,
  },
};

const fields: readonly Field[] = [
  { name: 'url', label: m.webhooks.url, kind: 'url', required: true, wide: true },
  { name: 'description', label: m.fields.description, wide: true },
  {
    name: 'eventTypes',
    label: outgoingTexts.webhooks.events,
    kind: 'choices',
    options: 'eventTypes',
    help: outgoingTexts.webhooks.eventsHelp,
  },
];

/** Endpoints for events, and the messages. */
export function WebhooksScreen() {
  const { query } = usePlace();
  const tab = query.get('tab') === 'messages' ? 'messages' : 'endpoints';
  return (
    <div class="tab-page">
      <PageHead
        title={m.webhooks.title}
        actions={
          tab === 'endpoints' && (
            <CreateButton
              creation={{
                label: outgoingTexts.webhooks.create,
                permission: 'WRITE_WEBHOOK',
                fields,
                create: async (values) => {
                  const made = await change<Endpoint & { readonly secret: string }>('POST', path, values);
                  return { show: <Secret secret={made.secret} /> };
                },
              }}
            />
          )
        }
      />
      <Tabs
        label={m.webhooks.title}
        value={tab}
        onChange={(name) => setQuery({ tab: name, eventTypes: null, tag: null, outcome: null })}
        tabs={[
          ['endpoints', outgoingTexts.webhooks.endpoints],
          ['messages', outgoingTexts.webhooks.messages],
        ]}
      />
      {tab === 'endpoints' ? (
        <ListPage nested definition={endpoints} />
      ) : (
        <ListPage nested definition={messages} />
      )}
    </div>
  );
}

/** One endpoint. */
export function WebhookPage({ params }: { params: Readonly<Record<string, string>> }) {
  const own = `${path}/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<Endpoint>(own)}
      back={['/webhooks', m.webhooks.title]}
      title={({ url }) => url}
      badges={state}
      facts={(data) => [
        [m.fields.description, data.description],
        [
          outgoingTexts.webhooks.events,
          data.eventTypes.length === 0 ? outgoingTexts.webhooks.all : data.eventTypes.join(', '),
        ],
        [m.fields.created, dateTime(data.createdAt)],
        [outgoingTexts.webhooks.reason, data.disabledReason],
      ]}
      actions={(data) =>
        can('WRITE_WEBHOOK') && (
          <>
            <RotateButton
              question={outgoingTexts.webhooks.rotateQuestion}
              rotate={async () =>
                (await change<{ readonly secret: string }>('POST', `${own}/rotate-secret`)).secret
              }
            />
            <ActionButton
              run={() => change('PATCH', own, { isEnabled: !data.isEnabled })}
              done={m.actions.saved}
            >
              {data.isEnabled ? outgoingTexts.webhooks.disable : outgoingTexts.webhooks.enable}
            </ActionButton>
          </>
        )
      }
      editing={(data) => ({
        permission: 'WRITE_WEBHOOK',
        fields,
        initial: data,
        save: (changed) => change('PATCH', own, changed),
      })}
      removal={{
        permission: 'WRITE_WEBHOOK',
        question: outgoingTexts.webhooks.removeQuestion,
        run: () => change('DELETE', own),
      }}
    >
      {(data) => (
        <div class="columns">
          <Deliveries endpoint={data} />
          <div>
            {can('WRITE_WEBHOOK') && data.isEnabled && <TestSend endpoint={data} />}
            <Section title={outgoingTexts.webhooks.verify}>
              <p class="quiet">{outgoingTexts.webhooks.verifyHelp}</p>
              <pre class="whole">{outgoingTexts.webhooks.snippet}</pre>
              <div class="actions">
                <ActionButton
                  icon="copy"
                  run={() => navigator.clipboard.writeText(outgoingTexts.webhooks.snippet)}
                  done={m.actions.copied}
                >
                  {m.actions.copy}
                </ActionButton>
              </div>
            </Section>
          </div>
        </div>
      )}
    </DetailPage>
  );
}

/** Messages of an endpoint that are shown, newest first. */
const LATEST = 25;

/** The latest messages to an endpoint, and how many of them it did not take. */
function Deliveries({ endpoint: { id } }: { endpoint: Endpoint }) {
  const { data, error, refresh } = useLive<{
    readonly results: readonly (Message & { readonly attempts: readonly Attempt[] })[];
  }>(
    '/v1/webhooks/messages',
    { endpointId: id, withAttempts: true, withContent: false, limit: LATEST },
    5_000,
  );
  const rows = data?.results ?? [];
  const failed = rows.filter(({ attempts }) => attempts[0]?.status === 'fail').length;
  return (
    <Section
      title={outgoingTexts.webhooks.messages}
      actions={
        rows.length > 0 && (
          <Badge
            value={failed > 0 ? 'failed' : 'success'}
            text={outgoingTexts.webhooks.rate(failed, rows.length)}
          />
        )
      }
    >
      {!data ? (
        <Loading error={error} retry={refresh} lines={4} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon="webhooks"
          title={outgoingTexts.webhooks.noMessages}
          text={outgoingTexts.webhooks.noMessagesText}
        />
      ) : (
        <ul class="rows">
          {rows.map(({ id: messageId, eventType, timestamp, attempts }) => (
            <li key={messageId}>
              <AttemptBadge attempt={attempts[0]} />
              <a href={`#/webhooks/messages/${messageId}`}>{eventType}</a>
              <span class="quiet">
                {dateTime(timestamp)}
                {attempts.length > 1 && ` · ${outgoingTexts.webhooks.attemptCount(attempts.length)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function AttemptBadge({ attempt }: { attempt: Attempt | undefined }) {
  if (!attempt) return null;
  const { status, responseStatusCode } = attempt;
  return <Badge value={status} text={responseStatusCode ? String(responseStatusCode) : words(status)} />;
}

/** Sends an example of an event to an endpoint. */
function TestSend({ endpoint: { id, eventTypes } }: { endpoint: Endpoint }) {
  const all = useOptions('eventTypes');
  const own = eventTypes.length === 0 ? all : eventTypes.map((name) => [name, name] as const);
  return (
    <Section title={outgoingTexts.webhooks.test}>
      <p class="quiet">{outgoingTexts.webhooks.testHelp}</p>
      <Form
        key={own.length}
        fields={[{ name: 'eventType', label: m.webhooks.event, kind: 'choice', options: own, wide: true }]}
        initial={{ eventType: own[0]?.[0] ?? null }}
        submitLabel={outgoingTexts.webhooks.send}
        onSubmit={async ({ eventType }) => {
          await change('POST', `${path}/${id}/test`, eventType ? { eventType } : {});
          toast(outgoingTexts.webhooks.testSent);
          refreshAll();
        }}
      />
    </Section>
  );
}

/** One message: each attempt to deliver it, and a button to send it again. */
export function WebhookMessagePage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const attempts = useLive<{ readonly results: readonly Attempt[] }>(
    `/v1/webhooks/messages/${encodeURIComponent(id)}/attempts`,
  );
  return (
    <DetailPage
      live={attempts}
      back={['/webhooks?tab=messages', outgoingTexts.webhooks.messages]}
      title={() => id}
      actions={() =>
        can('WRITE_WEBHOOK') && (
          <ActionButton
            kind="primary"
            icon="refresh"
            run={() => change('POST', '/v1/webhooks/messages/replay', { msgId: id })}
            done={m.webhooks.replayed}
          >
            {outgoingTexts.webhooks.replay}
          </ActionButton>
        )
      }
    >
      {({ results }) => (
        <Section title={outgoingTexts.webhooks.attempts}>
          {results.length === 0 ? (
            <EmptyState
              icon="webhooks"
              title={outgoingTexts.webhooks.noAttempts}
              text={outgoingTexts.webhooks.noAttemptsText}
            />
          ) : (
            <ul class="rows">
              {results.map((attempt) => (
                <li key={attempt.id}>
                  <AttemptBadge attempt={attempt} />
                  <span>
                    {attempt.url}
                    {attempt.response && <code class="block quiet">{attempt.response.slice(0, 300)}</code>}
                  </span>
                  <span class="quiet">
                    {dateTime(attempt.timestamp)}
                    {attempt.responseDurationMs !== null && ` · ${attempt.responseDurationMs} ms`}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
    </DetailPage>
  );
}
