import { change } from '../kit/api.ts';
import { DELIVERY_STATUSES } from '../kit/delivery-statuses.ts';
import { DetailPage } from '../kit/detail.tsx';
import { dateTime, money, party, words } from '../kit/format.ts';
import { RouteLink } from '../kit/links.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { Caller } from '../kit/phone.tsx';
import type { Page, Side } from '../kit/types.ts';
import { ActionButton, Badge, Facts, Section, Timeline } from '../kit/ui.tsx';
import { type Decision, reasonOf, saidOf } from '../kit/why.ts';
import { m } from '../messages.ts';
import { DeliveryMap, type Place } from './delivery-map.tsx';
import { FlagButton, IncidentButton, RefundsOf } from './incidents.tsx';

interface JobRow {
  readonly id: string;
  readonly externalIdentifier: string | null;
  readonly shortReferenceCode: string;
  readonly status: string;
  readonly isBatch: boolean;
  readonly createdAt: string;
  readonly pickup: Side | null;
  readonly dropoff: Side | null;
  readonly delivery: {
    readonly providerName: string | null;
    readonly status: string;
    readonly courierName: string | null;
    readonly priceCents: number;
    readonly currency: string;
  } | null;
}

const definition: ListDefinition<JobRow> = {
  id: 'deliveries',
  title: m.deliveries.title,
  source: {
    kind: 'offset',
    path: '/v1/jobs',
    rows: (reply: Page<JobRow>) => reply.results,
    total: (reply: Page<JobRow>) => reply.totalCount,
    limit: 100,
    created: ({ id, createdAt }) => ({ id, at: createdAt }),
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/deliveries/${id}`,
  sorting: { by: 'created_at', descending: true },
  filters: [
    { name: 'search', label: m.orders.search, kind: 'search', isMain: true },
    { name: 'days', label: m.orders.dates, kind: 'days', isMain: true, fallback: 'today' },
    {
      name: 'deliveryStatuses',
      label: m.fields.status,
      kind: 'choices',
      isMain: true,
      options: DELIVERY_STATUSES.map((status) => [status, words(status)] as const),
    },
    { name: 'providerNames', label: m.orders.provider, kind: 'text' },
    { name: 'courierNames', label: m.orders.courier, kind: 'text' },
    { name: 'customerName', label: m.orders.customer, kind: 'text' },
    { name: 'shortReferenceCode', label: m.deliveries.reference, kind: 'text' },
    { name: 'pickupStoreLocationIds', label: m.orders.store, kind: 'choices', options: 'stores' },
    { name: 'dropoffStoreLocationIds', label: m.orders.dropoffStore, kind: 'choices', options: 'stores' },
    { name: 'tags', label: m.fields.tags, kind: 'text' },
    { name: 'packageTags', label: m.deliveries.packageTags, kind: 'text' },
    { name: 'city', label: m.orders.city, kind: 'text' },
    { name: 'state', label: m.orders.state, kind: 'text' },
    { name: 'country', label: m.orders.country, kind: 'text' },
    { name: 'isBatch', label: m.deliveries.batch, kind: 'choice', options: m.yesNo },
    { name: 'hasNotes', label: m.deliveries.hasNotes, kind: 'choice', options: m.yesNo },
  ],
  columns: [
    {
      id: 'id',
      label: m.deliveries.one,
      share: 1.3,
      show: ({ externalIdentifier, shortReferenceCode }) => externalIdentifier ?? shortReferenceCode,
    },
    {
      id: 'status',
      label: m.fields.status,
      share: 1.5,
      show: ({ delivery, status }) => <Badge value={delivery?.status ?? status} />,
    },
    {
      id: 'provider',
      label: m.orders.provider,
      share: 1.4,
      minor: true,
      show: ({ delivery }) => delivery?.providerName ?? m.none,
    },
    {
      id: 'courier',
      label: m.orders.courier,
      minor: true,
      show: ({ delivery }) => delivery?.courierName ?? m.none,
    },
    { id: 'dropoff', label: m.orders.dropoff, share: 1.5, show: ({ dropoff }) => party(dropoff) },
    {
      id: 'price',
      label: m.orders.price,
      share: 1.1,
      align: 'end',
      minor: true,
      show: ({ delivery }) => money(delivery?.priceCents, delivery?.currency),
    },
    {
      id: 'created',
      label: m.fields.created,
      share: 1.1,
      minor: true,
      sort: 'created_at',
      show: ({ createdAt }) => dateTime(createdAt),
    },
  ],
  empty: { icon: 'deliveries', title: m.deliveries.empty, text: m.deliveries.emptyText },
};

/** Deliveries by providers and the own fleet. */
export function DeliveriesScreen() {
  return <ListPage definition={definition} />;
}

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly statusHistory: readonly { readonly created_at: string; readonly status: string }[];
  readonly providerName: string;
  readonly courierName: string | null;
  readonly courierPhoneNumber: string | null;
  readonly courierLocation: { readonly lat: number; readonly lng: number } | null;
  readonly dropoffEta: string | null;
  readonly priceCents: number;
  readonly currency: string;
  readonly trackingUrl: string | null;
  readonly failure: { readonly code: string; readonly reason: string | null } | null;
}

interface JobPlace {
  readonly formattedAddress: string;
  readonly lat: number | null;
  readonly lng: number | null;
}

interface Job {
  readonly id: string;
  readonly createdAt: string;
  readonly isActive: boolean;
  readonly externalIdentifier: string | null;
  readonly shortReferenceCode: string;
  readonly routeId: string | null;
  readonly optionsGroup: { readonly label: string } | null;
  readonly jobConfigurations: readonly {
    readonly id: string;
    readonly orderId: string | null;
    readonly package: {
      readonly description: string | null;
      readonly pickupLocation: JobPlace;
      readonly dropoffLocation: JobPlace;
    };
    readonly tasks: readonly {
      readonly id: string;
      readonly status: string;
      readonly providerId: string | null;
      readonly failureReason: string | null;
      readonly delivery: Delivery | null;
      readonly quotes?: readonly {
        readonly id: string;
        readonly providerName: string;
        readonly totalPriceCents: number;
        readonly currency: string;
        readonly dropoffEta: string | null;
      }[];
    }[];
  }[];
}

/** One job: its packages, its delivery attempts, and the reasons for each decision. */
export function DeliveryPage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/jobs/${encodeURIComponent(params.id ?? '')}`;
  const job = useLive<Job>(path);
  const decisions = useLive<{ readonly entries: readonly Decision[] }>(`${path}/decisions`, {}, 5_000);
  return (
    <DetailPage
      live={job}
      back={['/deliveries', m.deliveries.title]}
      title={({ externalIdentifier, shortReferenceCode }) => externalIdentifier ?? shortReferenceCode}
      badges={({ isActive }) => (
        <Badge
          value={isActive ? 'running' : 'completed'}
          text={isActive ? m.deliveries.active : m.deliveries.ended}
        />
      )}
      facts={({ id, createdAt, optionsGroup, routeId }) => [
        [m.fields.id, <code key="id">{id}</code>],
        [m.fields.created, dateTime(createdAt)],
        [m.orders.strategy, optionsGroup?.label],
        [m.orders.route, routeId && <RouteLink id={routeId} />],
      ]}
      actions={({ id, isActive }) =>
        can('WRITE_JOB') && (
          <>
            <FlagButton jobId={id} />
            <ActionButton
              icon="refresh"
              run={() => change('POST', `${path}/refresh`)}
              done={m.deliveries.refreshed}
            >
              {m.deliveries.refresh}
            </ActionButton>
            {isActive && (
              <ActionButton
                kind="danger"
                confirm={m.deliveries.cancelQuestion}
                run={() => change('POST', `${path}/cancel`)}
                done={m.deliveries.canceled}
              >
                {m.deliveries.cancel}
              </ActionButton>
            )}
          </>
        )
      }
    >
      {(data) => (
        <div class="columns">
          <div>
            <DeliveryMap
              name={data.externalIdentifier ?? data.shortReferenceCode}
              ways={data.jobConfigurations.map(({ package: { pickupLocation, dropoffLocation } }) => ({
                pickup: placeOf(pickupLocation),
                dropoff: placeOf(dropoffLocation),
              }))}
              couriers={couriersOf(data)}
            />
            {data.jobConfigurations.map((configuration) => (
              <Section
                key={configuration.id}
                title={configuration.package.description ?? m.orders.packages}
                actions={
                  configuration.orderId && <a href={`#/orders/${configuration.orderId}`}>{m.orders.one}</a>
                }
              >
                <Facts
                  facts={[
                    [m.orders.pickup, configuration.package.pickupLocation.formattedAddress],
                    [m.orders.dropoff, configuration.package.dropoffLocation.formattedAddress],
                  ]}
                />
                {configuration.tasks.map((task) => (
                  <div class="sub" key={task.id}>
                    <h3>
                      {task.delivery?.providerName ?? m.deliveries.attempt}{' '}
                      <Badge value={task.delivery?.status ?? task.status} />
                    </h3>
                    {task.delivery && <IncidentButton jobId={data.id} taskId={task.id} />}
                    {task.failureReason && <p class="problem">{task.failureReason}</p>}
                    {task.delivery && (
                      <>
                        <Facts
                          facts={[
                            [
                              m.orders.courier,
                              <Caller
                                key="courier"
                                name={task.delivery.courierName}
                                number={task.delivery.courierPhoneNumber}
                              />,
                            ],
                            [m.orders.eta, dateTime(task.delivery.dropoffEta)],
                            [m.orders.price, money(task.delivery.priceCents, task.delivery.currency)],
                          ]}
                        />
                        <Timeline
                          entries={task.delivery.statusHistory
                            .map(({ created_at, status }, index) => ({
                              id: String(index),
                              at: dateTime(created_at),
                              title: words(status),
                            }))
                            .toReversed()}
                        />
                      </>
                    )}
                    {(task.quotes?.length ?? 0) > 0 && (
                      <details>
                        <summary>{m.deliveries.quotes}</summary>
                        <ul class="rows">
                          {task.quotes?.map(({ id, providerName, totalPriceCents, currency, dropoffEta }) => (
                            <li key={id}>
                              <span>{providerName}</span>
                              <span class="quiet">{dateTime(dropoffEta)}</span>
                              <strong>{money(totalPriceCents, currency)}</strong>
                            </li>
                          ))}
                        </ul>
                      </details>
                    )}
                  </div>
                ))}
              </Section>
            ))}
          </div>
          <div>
            <RefundsOf jobId={data.id} />
            <Section title={m.orders.explanation}>
              {(decisions.data?.entries.length ?? 0) === 0 ? (
                <p class="quiet">{m.orders.explanationEmpty}</p>
              ) : (
                <Timeline
                  entries={(decisions.data?.entries ?? [])
                    .map((decision, index) => ({
                      id: String(index),
                      at: dateTime(decision.at),
                      title: saidOf(decision),
                      text: decision.because.map((reason, position) => (
                        <div key={position}>{reasonOf(reason)}</div>
                      )),
                    }))
                    .toReversed()}
                />
              )}
            </Section>
          </div>
        </div>
      )}
    </DetailPage>
  );
}

function placeOf({ formattedAddress, lat, lng }: JobPlace): Place | undefined {
  return lat === null || lng === null ? undefined : { lat, lng, title: formattedAddress };
}

/** The couriers of a job, each once, where they were last. */
function couriersOf({ jobConfigurations }: Job): readonly Place[] {
  const latest = jobConfigurations.flatMap(({ tasks }) => tasks.at(-1)?.delivery ?? []);
  return latest.flatMap(({ courierLocation, courierName, providerName }) =>
    courierLocation ? [{ ...courierLocation, title: courierName ?? providerName }] : [],
  );
}
