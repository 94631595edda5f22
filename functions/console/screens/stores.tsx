import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import type { Field, Values } from '../kit/form.tsx';
import type { ListDefinition } from '../kit/list.tsx';
import { ListScreen } from '../kit/list-screen.tsx';
import { useLive } from '../kit/live.ts';
import { Phone } from '../kit/phone.tsx';
import type { Store } from '../kit/types.ts';
import { Facts, Section } from '../kit/ui.tsx';
import { countries, timeZones } from '../kit/worldwide.ts';
import { m } from '../messages.ts';
import { placesTexts } from '../texts/texts.ts';
import { STORE } from './map-places.ts';
import { WorkMap } from './work-map.tsx';

const definition: ListDefinition<Store> = {
  id: 'stores',
  title: m.stores.title,
  source: {
    kind: 'offset',
    path: '/v1/store_locations',
    rows: (reply: { storeLocations: readonly Store[] }) => reply.storeLocations,
    total: (reply: { totalCount: number }) => reply.totalCount,
    limit: 100,
    limitName: 'size',
    created: ({ id, createdAt }) => ({ id, at: createdAt }),
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/stores/${id}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.5, show: ({ name }) => name },
    { id: 'address', label: m.fields.address, share: 1.8, show: addressOf },
    {
      id: 'externalId',
      label: m.fields.externalId,
      minor: true,
      show: ({ externalId }) => externalId ?? m.none,
    },
    {
      id: 'zone',
      label: m.stores.timeZone,
      share: 1.4,
      minor: true,
      show: ({ timezoneId }) => timezoneId,
    },
  ],
  empty: { icon: 'stores', title: placesTexts.stores.empty, text: placesTexts.stores.emptyText },
};

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'phoneNumber', label: m.fields.phone, kind: 'tel', required: true },
  { name: 'externalId', label: m.fields.externalId },
  { name: 'email', label: m.fields.email, kind: 'email' },
  { name: 'number', label: placesTexts.stores.number },
  { name: 'street', label: placesTexts.stores.street, required: true },
  { name: 'city', label: m.orders.city, required: true },
  { name: 'state', label: m.orders.state },
  { name: 'postalCode', label: placesTexts.stores.postalCode },
  { name: 'country', label: m.orders.country, kind: 'choice', options: countries(), required: true },
  { name: 'latitude', label: placesTexts.stores.latitude, kind: 'number' },
  { name: 'longitude', label: placesTexts.stores.longitude, kind: 'number' },
  { name: 'timezoneId', label: m.stores.timeZone, kind: 'choice', options: timeZones() },
  { name: 'prepTimeMinutes', label: placesTexts.stores.prepTime, kind: 'number' },
  { name: 'pickupInstructions', label: m.orders.instructions, wide: true },
  { name: 'tags', label: m.fields.tags, kind: 'list' },
];

const ADDRESS = ['number', 'street', 'city', 'state', 'postalCode', 'country', 'latitude', 'longitude'];

function bodyOf(values: Values, whole: Values = values): Values {
  const rest = Object.entries(values).filter(
    ([name, value]) => !ADDRESS.includes(name) && value !== undefined,
  );
  const hasAddress = ADDRESS.some((name) => name in values);
  const address = Object.fromEntries(ADDRESS.map((name) => [name, whole[name] ?? null]));
  return { ...Object.fromEntries(rest), ...(hasAddress ? { addressComponents: address } : {}) };
}

/** Where orders are picked up. */
export function StoresScreen() {
  return (
    <ListScreen
      definition={definition}
      creation={{
        label: placesTexts.stores.create,
        permission: 'WRITE_STORE_LOCATION',
        fields,
        create: async (values) => {
          const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
          return `/stores/${(await change<Store>('POST', '/v1/store_locations', bodyOf(given, values))).id}`;
        },
      }}
    />
  );
}

/** One store: its place, opening hours and capacity. */
export function StorePage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/store_locations/${encodeURIComponent(params.id ?? '')}`;
  const store = useLive<Store>(path);
  const capacity = useLive<{ maxOrders: number | null; taken: number; remaining: number | null }>(
    `${path}/capacity`,
  );
  return (
    <DetailPage
      live={store}
      back={['/stores', m.stores.title]}
      title={({ name }) => name}
      facts={(data) => [
        [m.fields.address, addressOf(data)],
        [m.fields.phone, <Phone key="phone" number={data.phoneNumber} />],
        [m.fields.email, data.email],
        [m.fields.externalId, data.externalId],
        [m.stores.timeZone, data.timezoneId],
        [placesTexts.stores.prepTime, data.prepTimeMinutes],
        [m.orders.instructions, data.pickupInstructions],
        [m.fields.tags, data.tags.join(', ')],
      ]}
      editing={(data) => {
        const initial = { ...data, ...data.location };
        return {
          permission: 'WRITE_STORE_LOCATION',
          fields,
          initial,
          save: (changed) => change('PATCH', path, bodyOf(changed, { ...initial, ...changed }), data.version),
        };
      }}
      removal={{
        permission: 'WRITE_STORE_LOCATION',
        question: placesTexts.stores.removeQuestion,
        run: () => change('DELETE', path),
      }}
    >
      {(data) => (
        <div class="columns">
          <Section title={m.map.title}>
            <WorkMap
              label={m.map.of(data.name)}
              height="320px"
              points={
                data.location.latitude !== null && data.location.longitude !== null
                  ? [
                      {
                        ...STORE,
                        id: data.id,
                        at: [data.location.longitude, data.location.latitude],
                        size: 9,
                        title: `${data.name}\n${addressOf(data)}`,
                      },
                    ]
                  : []
              }
            />
          </Section>
          <div>
            <Section title={placesTexts.stores.capacity}>
              <Facts
                facts={[
                  [placesTexts.stores.taken, capacity.data?.taken],
                  [
                    placesTexts.stores.most,
                    capacity.data ? (capacity.data.maxOrders ?? m.stores.unlimited) : undefined,
                  ],
                  [
                    placesTexts.stores.remaining,
                    capacity.data ? (capacity.data.remaining ?? m.stores.unlimited) : undefined,
                  ],
                ]}
              />
            </Section>
            <Section title={placesTexts.stores.hours}>
              {data.operatingHours ? (
                <ul class="rows">
                  {Object.entries(data.operatingHours).map(([weekday, { shifts }]) => (
                    <li key={weekday}>
                      <span>{weekday}</span>
                      <span>
                        {shifts.map((shift) => shift.join('–')).join(', ') || placesTexts.stores.closed}
                      </span>
                    </li>
                  ))}
                </ul>
              ) : (
                <p class="quiet">{placesTexts.stores.alwaysOpen}</p>
              )}
            </Section>
          </div>
        </div>
      )}
    </DetailPage>
  );
}

function addressOf({ location }: Store): string {
  const { number, street, city, state, postalCode } = location;
  return [[number, street].filter(Boolean).join(' '), city, [state, postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
}
