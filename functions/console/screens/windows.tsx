import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import type { Field } from '../kit/form.tsx';
import { dateTime, money, window as span } from '../kit/format.ts';
import type { ListDefinition } from '../kit/list.tsx';
import { ListScreen } from '../kit/list-screen.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { ActionButton, Badge, EmptyState, Section, Skeleton } from '../kit/ui.tsx';
import { timeZones } from '../kit/worldwide.ts';
import { m } from '../messages.ts';
import { incomingTexts } from '../texts/texts.ts';

interface Window extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly cutoffTime: string;
  readonly rrule: string | null;
  readonly maximumCapacity: number | null;
  readonly priceCents: number | null;
  readonly minimumOrderValueCents: number | null;
  readonly storeLocationId: string | null;
  readonly zoneId: string | null;
  readonly timezoneId: string;
  readonly allowedTags: readonly string[];
  readonly isActive: boolean;
  readonly isDeleted: boolean;
  readonly version: number;
}

const stateOf = ({ isActive, isDeleted }: Window) => (
  <Badge
    value={isDeleted ? 'archived' : isActive ? 'active' : 'inactive'}
    text={
      isDeleted
        ? incomingTexts.windows.deleted
        : isActive
          ? incomingTexts.windows.open
          : incomingTexts.windows.closed
    }
  />
);

const definition: ListDefinition<Window> = {
  id: 'windows',
  title: m.titles.windows,
  source: {
    kind: 'whole',
    path: '/v1/delivery-windows?limit=100',
    rows: (reply: { deliveryWindows: readonly Window[] }) => reply.deliveryWindows,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/windows/${id}`,
  searchIn: ({ name }) => name,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.2, show: ({ name }) => name },
    {
      id: 'time',
      label: incomingTexts.windows.time,
      share: 1.5,
      show: ({ startTime, endTime, timezoneId }) => span(startTime, endTime, timezoneId),
    },
    { id: 'status', label: m.fields.status, show: stateOf },
    {
      id: 'capacity',
      label: incomingTexts.windows.capacity,
      share: 0.9,
      align: 'end',
      minor: true,
      show: ({ maximumCapacity }) => maximumCapacity ?? m.stores.unlimited,
    },
    {
      id: 'price',
      label: m.orders.price,
      share: 0.8,
      align: 'end',
      minor: true,
      show: ({ priceCents }) => money(priceCents),
    },
    {
      id: 'store',
      label: m.stores.one,
      share: 1.3,
      minor: true,
      show: ({ storeLocationId }) => <Named from="stores" id={storeLocationId} />,
    },
  ],
  empty: { icon: 'windows', title: incomingTexts.windows.empty, text: incomingTexts.windows.emptyText },
};

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name },
  { name: 'timezoneId', label: m.stores.timeZone, kind: 'choice', options: timeZones() },
  {
    name: 'startTimeLocal',
    label: incomingTexts.windows.start,
    kind: 'datetime',
    required: true,
    help: incomingTexts.windows.local,
  },
  { name: 'endTimeLocal', label: incomingTexts.windows.end, kind: 'datetime', required: true },
  { name: 'cutoffTimeLocal', label: incomingTexts.windows.cutoff, kind: 'datetime', required: true },
  { name: 'rrule', label: incomingTexts.windows.repeats, help: incomingTexts.windows.repeatsHelp },
  { name: 'maximumCapacity', label: incomingTexts.windows.capacity, kind: 'number' },
  { name: 'priceCents', label: m.orders.price, kind: 'money' },
  { name: 'minimumOrderValueCents', label: incomingTexts.windows.minimum, kind: 'money' },
  { name: 'storeLocationId', label: m.stores.one, kind: 'choice', options: 'stores' },
  { name: 'zoneId', label: m.shared.zone, kind: 'choice', options: 'zones' },
  { name: 'allowedTags', label: m.fields.tags, kind: 'list' },
];

/** Windows that customers choose from. */
export function WindowsScreen() {
  return (
    <ListScreen
      definition={definition}
      creation={{
        label: incomingTexts.windows.create,
        permission: 'WRITE_DELIVERY_WINDOW',
        fields,
        create: async (values) => {
          const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
          return `/windows/${(await change<Window>('POST', '/v1/delivery-window', body)).id}`;
        },
      }}
    />
  );
}

/** One window, with its bookings. */
export function WindowPage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/delivery-window/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<Window>(path)}
      back={['/windows', m.titles.windows]}
      title={({ name }) => name}
      badges={stateOf}
      facts={(data) => [
        [incomingTexts.windows.time, span(data.startTime, data.endTime, data.timezoneId)],
        [m.stores.timeZone, data.timezoneId],
        [incomingTexts.windows.cutoff, dateTime(data.cutoffTime, data.timezoneId)],
        [incomingTexts.windows.repeats, data.rrule],
        [incomingTexts.windows.capacity, data.maximumCapacity ?? m.stores.unlimited],
        [m.orders.price, money(data.priceCents)],
        [incomingTexts.windows.minimum, money(data.minimumOrderValueCents)],
        [m.stores.one, data.storeLocationId && <Named from="stores" id={data.storeLocationId} />],
        [m.shared.zone, data.zoneId && <Named from="zones" id={data.zoneId} />],
        [m.fields.tags, data.allowedTags.join(', ')],
      ]}
      editing={(data) => ({
        permission: 'WRITE_DELIVERY_WINDOW',
        fields,
        initial: data,
        save: (changed) =>
          change('PATCH', '/v1/delivery-windows', { deliveryWindows: [{ id: data.id, ...changed }] }),
      })}
      actions={(data) =>
        can('WRITE_DELIVERY_WINDOW') &&
        (data.isDeleted ? (
          <ActionButton run={() => change('PATCH', `${path}/restore`)} done={m.actions.saved}>
            {incomingTexts.windows.restore}
          </ActionButton>
        ) : (
          <ActionButton
            run={() => change('PATCH', `${path}/${data.isActive ? 'disable' : 'enable'}`)}
            done={m.actions.saved}
          >
            {data.isActive ? incomingTexts.windows.disable : incomingTexts.windows.enable}
          </ActionButton>
        ))
      }
      removal={{
        permission: 'WRITE_DELIVERY_WINDOW',
        question: incomingTexts.windows.removeQuestion,
        run: () => change('DELETE', path),
      }}
    >
      {(data) => can('READ_ORDER') && <Bookings window={data} />}
    </DetailPage>
  );
}

interface Booked {
  readonly id: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly cutoffTime: string;
  readonly state: string;
  readonly bookings: readonly {
    readonly orderId: string;
    readonly externalId: string | null;
    readonly status: string;
    readonly capacity: number;
    readonly error: string | null;
  }[];
}

/** How long past occurrences stay visible: a day. Milliseconds. */
const PAST_MS = 24 * 3_600_000;

/** The orders in a window, by occurrence. */
function Bookings({ window: { id, maximumCapacity } }: { window: Window }) {
  const [since] = useState(() => new Date(Date.now() - PAST_MS).toISOString());
  const { data } = useLive<{ readonly occurrences: readonly Booked[]; readonly isComplete: boolean }>(
    `/v1/delivery-window/${encodeURIComponent(id)}/bookings`,
    { since, limit: 500 },
    3_000,
  );
  const booked = data?.occurrences.filter(({ bookings }) => bookings.length > 0) ?? [];
  return (
    <Section title={incomingTexts.windows.bookings}>
      {data === undefined ? (
        <Skeleton lines={3} />
      ) : booked.length === 0 ? (
        <EmptyState
          icon="windows"
          title={incomingTexts.windows.noBookings}
          text={incomingTexts.windows.noBookingsText}
        />
      ) : (
        booked.map((occurrence) => (
          <div class="sub" key={occurrence.id}>
            <h3>
              {span(occurrence.startTime, occurrence.endTime)} <Badge value={occurrence.state} />
            </h3>
            <p class="quiet">
              {incomingTexts.windows.places(
                occurrence.bookings.reduce((sum, { capacity }) => sum + capacity, 0),
                maximumCapacity,
              )}{' '}
              · {incomingTexts.windows.until(dateTime(occurrence.cutoffTime))}
            </p>
            <ul class="rows">
              {occurrence.bookings.map(({ orderId, externalId, status, error }) => (
                <li key={orderId}>
                  <Badge value={status} />
                  <span>
                    <a href={`#/orders/${orderId}`}>{externalId ?? orderId}</a>
                    {error && <span class="problem block">{error}</span>}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
      {data?.isComplete === false && <p class="quiet">{incomingTexts.windows.more}</p>}
    </Section>
  );
}
