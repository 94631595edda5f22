import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { changedOf, DetailPage } from '../kit/detail.tsx';
import { Form, type Values } from '../kit/form.tsx';
import { dateTime, dayName, money, words } from '../kit/format.ts';
import { language } from '../kit/language.ts';
import type { ListDefinition } from '../kit/list.tsx';
import { ListScreen } from '../kit/list-screen.tsx';
import { refreshAll, useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { ActionButton, Badge, Button, Dialog, EmptyState, Section, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { incomingTexts } from '../texts/texts.ts';
import { type Explained, whyOf } from './occurrence-words.ts';
import { bodyOf, filled, flat, freshRecurring, occurrenceFields, recurringFields } from './recurring-form.ts';
import { inWords } from './recurring-rule.ts';

type Times = Readonly<Record<'pickupStart' | 'pickupEnd' | 'dropoffStart' | 'dropoffEnd', string | null>>;

interface RecurringRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'ended';
  readonly recipient: string | null;
  readonly rrule: string;
  readonly times: Times;
  readonly timezoneId: string;
  readonly problems: Readonly<Record<string, string>>;
}

interface Recurring extends RecurringRow {
  readonly startDate: string;
  readonly order: Readonly<Record<string, unknown>>;
  readonly holidays: readonly string[];
  readonly onHoliday: string;
  readonly daysAhead: number;
  readonly ended: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
  readonly version: number;
  readonly occurrences: readonly Occurrence[];
}

interface Occurrence extends Explained {
  readonly orderId: string | null;
  readonly orderStatus: string | null;
  readonly makeAt: string | null;
  readonly change:
    | (Readonly<Record<string, unknown>> &
        NonNullable<Explained['change']> & {
          readonly times: Readonly<Record<string, unknown>>;
          readonly order: Readonly<Record<string, unknown>>;
        })
    | null;
}

const LIST = '/v1/recurring/orders';

/** Occurrences on the page. */
const SHOWN = 30;

const pathOf = (id: string) => `${LIST}/${encodeURIComponent(id)}`;

const timesOf = ({ pickupStart, pickupEnd, dropoffStart, dropoffEnd }: Times) =>
  [dropoffStart ?? pickupStart, dropoffEnd ?? pickupEnd].filter(Boolean).join('–') || m.none;

const stateOf = ({ status, problems }: RecurringRow) => (
  <>
    <Badge
      value={status === 'active' ? 'active' : 'inactive'}
      text={status === 'active' ? incomingTexts.recurring.active : incomingTexts.recurring.ended}
    />
    {status === 'active' && Object.keys(problems).length > 0 && (
      <Badge value="needs_attention" text={incomingTexts.recurring.problems} />
    )}
  </>
);

const definition: ListDefinition<RecurringRow> = {
  id: 'recurring',
  title: m.titles.recurring,
  source: {
    kind: 'cursor',
    path: LIST,
    rows: (reply: { results: readonly RecurringRow[] }) => reply.results,
    next: (reply: { iterator: string | null; done: boolean }) => (reply.done ? null : reply.iterator),
    cursorName: 'iterator',
    limit: 50,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/recurring/${id}`,
  filters: [
    { name: 'search', label: incomingTexts.recurring.search, kind: 'search', isMain: true },
    {
      name: 'status',
      label: m.fields.status,
      kind: 'choice',
      options: incomingTexts.recurring.statuses,
      isMain: true,
    },
  ],
  columns: [
    { id: 'name', label: m.fields.name, share: 1.4, show: ({ name }) => name },
    { id: 'status', label: m.fields.status, share: 1.2, show: stateOf },
    { id: 'rule', label: incomingTexts.windows.repeats, share: 1.4, show: ({ rrule }) => inWords(rrule) },
    { id: 'time', label: incomingTexts.windows.time, minor: true, show: ({ times }) => timesOf(times) },
    {
      id: 'recipient',
      label: incomingTexts.recurring.recipient,
      minor: true,
      show: ({ recipient }) => recipient ?? m.none,
    },
  ],
  empty: { icon: 'recurring', title: incomingTexts.recurring.empty, text: incomingTexts.recurring.emptyText },
};

/** Orders that are created again and again. */
export function RecurringScreen() {
  return (
    <ListScreen
      definition={definition}
      creation={{
        label: incomingTexts.recurring.create,
        permission: 'WRITE_ORDER',
        fields: recurringFields,
        initial: freshRecurring,
        create: async (values) => {
          const body = { order: {}, ...bodyOf(filled(values), values) };
          return `/recurring/${(await change<Recurring>('POST', LIST, body)).id}`;
        },
      }}
    />
  );
}

/** One recurring order, and what becomes of each of its occurrences. */
export function RecurringPage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = pathOf(params.id ?? '');
  const live = useLive<Recurring>(path, { limit: SHOWN });
  return (
    <DetailPage
      live={live}
      back={['/recurring', m.titles.recurring]}
      title={({ name }) => name}
      badges={stateOf}
      facts={(data) => [
        [incomingTexts.windows.repeats, inWords(data.rrule)],
        [incomingTexts.recurring.firstDay, dayName(data.startDate)],
        [incomingTexts.windows.time, timesOf(data.times)],
        [m.stores.timeZone, data.timezoneId],
        [incomingTexts.recurring.recipient, text(data.order.dropoffFirstName, data.order.dropoffLastName)],
        [`${m.orders.dropoff}: ${m.fields.address}`, text(data.order.dropoffAddress)],
        [
          m.orders.store,
          typeof data.order.pickupStoreLocationId === 'string' && (
            <Named from="stores" id={data.order.pickupStoreLocationId} />
          ),
        ],
        [m.orders.value, money(data.order.valueCents as number | undefined)],
        [incomingTexts.recurring.holidays, data.holidays.map(dayName).join(' · ')],
        [incomingTexts.recurring.daysAhead, data.daysAhead],
        [
          incomingTexts.recurring.ended,
          data.ended &&
            incomingTexts.recurring.endedBy(dateTime(data.ended.at), data.ended.by, data.ended.reason),
        ],
      ]}
      {...(live.data?.status === 'active' ? { editing: editingOf(path) } : {})}
      actions={(data) =>
        can('WRITE_ORDER') &&
        data.status === 'active' && (
          <ActionButton
            kind="danger"
            confirm={incomingTexts.recurring.endQuestion}
            run={() => change('POST', `${path}/end`, {})}
            done={incomingTexts.recurring.endDone}
          >
            {incomingTexts.recurring.end}
          </ActionButton>
        )
      }
    >
      {(data) => (
        <>
          <Problems problems={data.status === 'active' ? data.problems : {}} />
          <Occurrences recurring={data} path={path} />
        </>
      )}
    </DetailPage>
  );
}

const editingOf = (path: string) => (data: Recurring) => {
  const initial = flat(data);
  return {
    permission: 'WRITE_ORDER',
    fields: recurringFields,
    initial,
    save: (changed: Values) => change('PATCH', path, bodyOf(changed, { ...initial, ...changed })),
  };
};

function Problems({ problems }: { problems: Readonly<Record<string, string>> }) {
  const entries = Object.entries(problems);
  if (entries.length === 0) return null;
  return (
    <Section title={incomingTexts.recurring.problems}>
      <ul class="rows">
        {entries.map(([field, problem]) => (
          <li key={field}>
            <Badge value="needs_attention" text={words(field)} />
            <span class="problem">{problem}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Occurrences({ recurring, path }: { recurring: Recurring; path: string }) {
  const { occurrences } = recurring;
  return (
    <Section title={incomingTexts.recurring.occurrences}>
      {occurrences.length === 0 ? (
        <EmptyState
          icon="recurring"
          title={incomingTexts.recurring.none}
          text={incomingTexts.recurring.noneText}
        />
      ) : (
        <ul class="rows">
          {occurrences.map((one) => (
            <li key={one.date}>
              <Badge
                value={TONES[one.status] ?? one.status}
                text={incomingTexts.recurring.outcomes[one.status] ?? one.status}
              />
              <span>
                <b>{weekdayName(one.onDate)}</b>
                {one.onDate !== one.date && (
                  <span class="quiet"> {incomingTexts.recurring.movedFrom(dayName(one.date))}</span>
                )}
                {one.orderId && (
                  <>
                    {' '}
                    <a href={`#/orders/${one.orderId}`}>{incomingTexts.recurring.order}</a>
                    {one.orderStatus && <span class="quiet"> {words(one.orderStatus)}</span>}
                  </>
                )}
                {one.makeAt && (
                  <span class="quiet block">{incomingTexts.recurring.makeAt(dateTime(one.makeAt))}</span>
                )}
                <Why occurrence={one} onHoliday={recurring.onHoliday} />
                {one.change && !one.change.isSkipped && (
                  <span class="quiet block">{incomingTexts.recurring.changed}</span>
                )}
              </span>
              {can('WRITE_ORDER') && recurring.status === 'active' && (
                <OccurrenceActions occurrence={one} path={`${path}/occurrences/${one.date}`} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Words by which badges get their tones. */
const TONES: Readonly<Record<string, string>> = {
  to_come: 'scheduled',
  made: 'active',
  holiday: 'skipped',
  missed: 'failed',
  withdrawn: 'archived',
};

function OccurrenceActions({ occurrence, path }: { occurrence: Occurrence; path: string }) {
  const [open, setOpen] = useState(false);
  const { change: changed, onDate } = occurrence;
  if (occurrence.status === 'missed') return null;
  const initial = changed ? flat(changed) : {};
  return (
    <span class="actions">
      {!changed?.isSkipped && (
        <>
          <ActionButton
            run={() => change('PUT', path, { isSkipped: true })}
            done={incomingTexts.recurring.skipped}
          >
            {incomingTexts.recurring.skip}
          </ActionButton>
          <Button onClick={() => setOpen(true)}>{incomingTexts.recurring.change}</Button>
        </>
      )}
      {changed && (
        <ActionButton run={() => change('DELETE', path)} done={m.actions.saved}>
          {incomingTexts.recurring.restore}
        </ActionButton>
      )}
      {open && (
        <Dialog
          title={`${incomingTexts.recurring.change}: ${dayName(onDate)}`}
          wide
          onClose={() => setOpen(false)}
        >
          <p class="help">{incomingTexts.recurring.changeHelp}</p>
          <Form
            fields={occurrenceFields}
            initial={initial}
            submitLabel={m.actions.save}
            onCancel={() => setOpen(false)}
            onSubmit={async (values) => {
              const wanted = filled({ ...initial, ...changedOf(initial, values) });
              const { isSkipped: _, by: __, at: ___, ...rest } = wanted;
              await change('PUT', path, bodyOf(rest, rest));
              setOpen(false);
              refreshAll();
              toast(m.actions.saved);
            }}
          />
        </Dialog>
      )}
    </span>
  );
}

/** `Mon, Mar 9, 2026` for a date without a time. */
function weekdayName(date: string): string {
  return new Intl.DateTimeFormat(language(), {
    ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
  }).format(new Date(`${date}T00:00:00Z`));
}

function text(...parts: readonly unknown[]): string {
  return parts.filter(Boolean).join(' ') || m.none;
}

/** Why an occurrence is as it is, where there is a reason. */
function Why({ occurrence, onHoliday }: { occurrence: Occurrence; onHoliday: string }) {
  const why = whyOf(occurrence, onHoliday);
  return why ? <span class="quiet block">{why}</span> : null;
}
