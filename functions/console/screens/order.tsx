import { useState } from 'preact/hooks';
import { change, queryString } from '../kit/api.ts';
import { Form } from '../kit/form.tsx';
import { dateTime, money, window as span, words } from '../kit/format.ts';
import { latePart } from '../kit/late.tsx';
import { JobLink, RouteLink } from '../kit/links.tsx';
import { useLive } from '../kit/live.ts';
import type { Position } from '../kit/map-shapes.ts';
import { can, organizationOf } from '../kit/me.ts';
import { Caller, Phone } from '../kit/phone.tsx';
import {
  ActionButton,
  attempt,
  Badge,
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  Facts,
  PageHead,
  Section,
  Skeleton,
  Timeline,
} from '../kit/ui.tsx';
import { type Decision, deciderOf, reasonOf, saidOf } from '../kit/why.ts';
import { m } from '../messages.ts';
import { withLateTexts } from '../texts/late-texts.ts';
import { intakeTexts } from '../texts/texts.ts';
import { DeliveryMap, type Place } from './delivery-map.tsx';
import { DispatchFailure } from './late-failures.ts';
import { changedValues, confirmedValue, fieldsOf } from './order-form.ts';
import { OrderNotes } from './order-notes.tsx';
import { OrderAttention, OrderCheck, saveInFormWords } from './order-saving.ts';
import { Documents } from './proofs.tsx';
import { DispatchDialog } from './quotes.tsx';

const leftOut = withLateTexts('remedies', () => import('./left-out.tsx'));
const LeftOutExplained = latePart(() => leftOut().then((part) => part.LeftOutExplained));

interface Order extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly externalId: string | null;
  readonly referenceId: string | null;
  readonly jobId: string | null;
  readonly routeId: string | null;
  readonly tags: readonly string[];
  readonly valueCents: number | null;
  readonly tipAmountCents: number | null;
  readonly currency: string | null;
  readonly isHeld: boolean;
  readonly dispatchFailureReason: string | null;
  readonly dispatchFailureCode: string | null;
  readonly archiveReason: string | null;
  readonly publicTrackingUrl: string | null;
  readonly validationErrors: Readonly<Record<string, string>> | null;
  readonly orderMetadata: Readonly<Record<string, unknown>> | null;
}

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly statusHistory: readonly { readonly created_at: string; readonly status: string }[];
  readonly providerName: string;
  readonly priceCents: number;
  readonly currency: string;
  readonly pickupEta: string | null;
  readonly dropoffEta: string | null;
  readonly courierName: string | null;
  readonly courierPhoneNumber: string | null;
  readonly courierLocation: { readonly lat: number; readonly lng: number } | null;
  readonly trackingUrl: string | null;
  readonly failure: { readonly code: string; readonly reason: string | null } | null;
}

/** An attempt to have the order delivered. */
interface Task {
  readonly id: string;
  readonly status: string;
  readonly failureReason: string | null;
  readonly delivery: Delivery | null;
}

interface Job {
  readonly id: string;
  readonly jobConfigurations: readonly {
    readonly orderId: string | null;
    readonly delivery: Delivery | null;
    readonly tasks: readonly Task[];
  }[];
}

interface Message {
  readonly id: string;
  readonly channel: string;
  readonly recipient: string;
  readonly status: string;
  readonly createdAt: string;
}

/** The delivery of an order: who carries it, when it arrives, and what it costs. */
function DeliveryCard({ delivery, jobId }: { delivery: Delivery | undefined; jobId: string | null }) {
  return (
    <Section title={m.orders.delivery}>
      {delivery ? (
        <Facts
          facts={[
            [m.orders.provider, delivery.providerName],
            [
              m.orders.courier,
              <Caller key="courier" name={delivery.courierName} number={delivery.courierPhoneNumber} />,
            ],
            [m.orders.eta, dateTime(delivery.dropoffEta)],
            [m.orders.price, money(delivery.priceCents, delivery.currency)],
            ...(delivery.failure
              ? [
                  [
                    intakeTexts.order.failure,
                    delivery.failure.reason ?? words(delivery.failure.code),
                  ] as const,
                ]
              : []),
            [m.orders.job, jobId && <JobLink key="job" id={jobId} />],
          ]}
        />
      ) : (
        <EmptyState icon="deliveries" title={m.orders.noDelivery} text={intakeTexts.order.noDeliveryText} />
      )}
    </Section>
  );
}

/** The attempts as they happen, the latest first: who was asked, and what became of it. */
function Attempts({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0) return null;
  return (
    <Section title={m.orders.attempts}>
      <ol class="rows" aria-live="polite">
        {tasks
          .map((task, index) => (
            <li key={task.id}>
              <Badge value={task.delivery?.status ?? task.status} />
              <span>
                {m.orders.attempt(index + 1, task.delivery?.providerName)}
                {task.failureReason && <span class="problem block">{task.failureReason}</span>}
              </span>
              <span class="quiet">{dateTime(task.delivery?.statusHistory.at(-1)?.created_at)}</span>
            </li>
          ))
          .toReversed()}
      </ol>
    </Section>
  );
}

/** The order's own data. */
function DetailsCard({ data }: { data: Order }) {
  return (
    <Section title={m.orders.details}>
      <Facts
        facts={[
          [m.fields.id, <code key="id">{data.id}</code>],
          [m.fields.referenceId, data.referenceId],
          [m.orders.value, money(data.valueCents, data.currency)],
          [intakeTexts.order.tip, money(data.tipAmountCents, data.currency)],
          [intakeTexts.order.itemsCount, text(data.itemsCount)],
          [m.fields.description, text(data.description)],
          [m.fields.tags, data.tags.join(', ')],
          [m.orders.route, data.routeId && <RouteLink id={data.routeId} />],
          [
            intakeTexts.order.tracking,
            data.publicTrackingUrl && (
              <a href={data.publicTrackingUrl} target="_blank" rel="noreferrer">
                {m.actions.open}
              </a>
            ),
          ],
        ]}
      />
      {data.orderMetadata && Object.keys(data.orderMetadata).length > 0 && (
        <details>
          <summary>{m.orders.metadata}</summary>
          <pre>{JSON.stringify(data.orderMetadata, null, 2)}</pre>
        </details>
      )}
    </Section>
  );
}

/** One order: its data, its progress, and the reasons for it. */
export function OrderPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const order = useLive<Order>(`/v1/order/${encodeURIComponent(id)}`);
  const jobId = order.data?.jobId ?? null;
  const job = useLive<Job>(can('READ_JOB') && jobId ? `/v1/jobs/${jobId}` : null);
  // The explanation of the order has the decisions about its job.
  const ofJob = can('READ_JOB') && jobId ? `/v1/jobs/${jobId}/decisions` : null;
  const explanation = useLive<{ readonly entries: readonly Decision[] }>(
    can('READ_WORKFLOW') ? `/v1/order/${encodeURIComponent(id)}/explanation` : ofJob,
    {},
    5_000,
  );
  const messages = useLive<{ readonly results: readonly Message[] }>(
    can('READ_NOTIFICATION') ? `/v1/notifications` : null,
    { orderId: id, limit: 25 },
    5_000,
  );
  const [dialog, setDialog] = useState<'dispatch' | 'edit' | 'archive' | undefined>();
  if (order.error && !order.data) return <ErrorState error={order.error} retry={order.refresh} />;
  if (!order.data) return <Skeleton lines={12} />;
  const { data } = order;
  const deliveries = deliveriesOf(job.data, id);
  const delivery = deliveries.at(-1);
  const reasons = (explanation.data?.entries ?? []).toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <div class="detail">
      <PageHead
        back={['/orders', m.orders.title]}
        title={data.externalId ?? data.id}
        badges={
          <>
            <Badge value={data.status} />
            {delivery && <Badge value={delivery.status} />}
          </>
        }
        actions={
          <OrderActions
            order={data}
            onDispatch={() => setDialog('dispatch')}
            onEdit={() => setDialog('edit')}
            onArchive={() => setDialog('archive')}
          />
        }
      />
      {Object.keys(data.validationErrors ?? {}).length > 0 && (
        <div class="notice bad" role="alert">
          <strong>{m.orders.problems}</strong>
          <OrderAttention orderId={data.id} errors={data.validationErrors ?? {}} />
        </div>
      )}
      {data.isHeld && <div class="notice">{intakeTexts.order.held}</div>}
      {data.dispatchFailureReason && (
        <div class="notice bad">
          <DispatchFailure code={data.dispatchFailureCode} message={data.dispatchFailureReason} />
        </div>
      )}
      {data.archiveReason && <div class="notice">{data.archiveReason}</div>}
      <div class="columns">
        <div>
          <div class="pair">
            <SideCard order={data} side="pickup" />
            <SideCard order={data} side="dropoff" />
          </div>
          <DeliveryMap
            name={data.externalId ?? data.id}
            ways={[{ pickup: endOf(data, 'pickup'), dropoff: endOf(data, 'dropoff') }]}
            couriers={
              delivery?.courierLocation
                ? [{ ...delivery.courierLocation, title: delivery.courierName ?? delivery.providerName }]
                : []
            }
          />
          <DeliveryCard delivery={delivery} jobId={jobId} />
          <Attempts tasks={tasksOf(job.data, id)} />
          <DetailsCard data={data} />
          <Documents orderId={data.id} at={placeOf(data, 'dropoff')} />
        </div>
        <div>
          <Section title={m.orders.timeline}>
            <Timeline entries={timelineOf(data, deliveries, messages.data?.results ?? [])} />
          </Section>
          <OrderNotes orderId={data.id} />
          {(can('READ_JOB') || can('READ_WORKFLOW')) && (
            <Section title={m.orders.explanation}>
              {reasons.length === 0 ? (
                <p class="quiet">{m.orders.explanationEmpty}</p>
              ) : (
                <Timeline
                  entries={reasons.map((decision, index) => ({
                    id: `${decision.at} ${index}`,
                    at: dateTime(decision.at),
                    title: saidOf(decision),
                    text: (
                      <>
                        {decision.code === 'LEFT_OUT' ? (
                          <LeftOutExplained because={decision.because} />
                        ) : decision.by.type === 'rule' ? null : (
                          decision.because.map((reason, position) => (
                            <div key={position}>{reasonOf(reason)}</div>
                          ))
                        )}
                        <div>{deciderOf(decision)}</div>
                      </>
                    ),
                  }))}
                />
              )}
            </Section>
          )}
        </div>
      </div>
      {dialog === 'dispatch' && <DispatchDialog order={data} onClose={() => setDialog(undefined)} />}
      {dialog === 'edit' && (
        <Dialog title={m.orders.edit} wide onClose={() => setDialog(undefined)}>
          <Form
            fields={fieldsOf(data)}
            initial={data}
            note={(form) => <OrderCheck {...form} order={data} />}
            submitLabel={m.actions.save}
            onCancel={() => setDialog(undefined)}
            onSubmit={async (values) => {
              if (!confirmedValue(values)) return;
              await saveInFormWords(() =>
                change('PATCH', `/v1/order/${data.id}`, changedValues(data, values)),
              );
              setDialog(undefined);
              await attempt(async () => undefined, m.actions.saved);
            }}
          />
        </Dialog>
      )}
      {dialog === 'archive' && (
        <Dialog title={m.orders.archive} onClose={() => setDialog(undefined)}>
          <Form
            fields={[
              {
                name: 'reason',
                label: m.orders.archiveReason,
                help: intakeTexts.order.archiveHelp,
                required: organizationOf()?.preferences.archiveReasonRequired ?? true,
                wide: true,
              },
            ]}
            submitLabel={m.orders.archive}
            onCancel={() => setDialog(undefined)}
            onSubmit={async ({ reason }) => {
              await change('DELETE', `/v1/order/${data.id}${queryString({ reason: String(reason ?? '') })}`);
              setDialog(undefined);
              await attempt(async () => undefined, m.orders.archived);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

function OrderActions({
  order,
  onDispatch,
  onEdit,
  onArchive,
}: {
  order: Order;
  onDispatch: () => void;
  onEdit: () => void;
  onArchive: () => void;
}) {
  const { id, status } = order;
  const isOpen = ['needs_attention', 'valid', 'confirmed', 'dispatch_failure'].includes(status);
  return (
    <>
      {can('WRITE_JOB') && ['valid', 'confirmed', 'dispatch_failure'].includes(status) && (
        <Button kind="primary" icon="deliveries" onClick={onDispatch}>
          {m.orders.dispatch}
        </Button>
      )}
      {can('WRITE_ORDER') && status === 'valid' && (
        <ActionButton run={() => change('PATCH', `/v1/order/${id}/confirm`)} done={m.orders.confirmed}>
          {m.orders.confirm}
        </ActionButton>
      )}
      {can('WRITE_JOB') && status === 'dispatched' && (
        <ActionButton run={() => change('POST', `/v1/orders/${id}/undispatch`)} done={m.orders.undispatched}>
          {m.orders.undispatch}
        </ActionButton>
      )}
      {can('WRITE_ORDER') && isOpen && (
        <Button icon="edit" onClick={onEdit}>
          {m.actions.edit}
        </Button>
      )}
      {can('WRITE_ORDER') && status !== 'archived' && (
        <Button kind="danger" onClick={onArchive}>
          {m.orders.archive}
        </Button>
      )}
      {can('WRITE_ORDER') && status === 'archived' && (
        <ActionButton run={() => change('PATCH', `/v1/order/${id}/unarchive`)} done={m.orders.unarchived}>
          {m.orders.unarchive}
        </ActionButton>
      )}
    </>
  );
}

function SideCard({ order, side }: { order: Order; side: 'pickup' | 'dropoff' }) {
  const field = (name: string) => text(order[`${side}${name}`]);
  const person = [field('FirstName'), field('LastName')].filter(Boolean).join(' ');
  return (
    <Section title={m.orders[side]}>
      <Facts
        facts={[
          field('BusinessName')
            ? [intakeTexts.order.businessName, field('BusinessName')]
            : [m.fields.name, person],
          [m.fields.address, addressOf(order, side)],
          [intakeTexts.order.foundAs, foundAs(field('GeocodePrecision'), order[`${side}GeocodeScore`])],
          [
            side === 'pickup' ? intakeTexts.order.pickupWindow : m.orders.window,
            span(field('StartTime'), field('EndTime')),
          ],
          [m.fields.phone, <Phone key="phone" number={field('PhoneNumber')} />],
          [m.orders.instructions, field('Instructions')],
        ]}
      />
    </Section>
  );
}

/** How exactly the map found an address; nothing if it was not asked. */
function foundAs(precision: string, score: unknown): string {
  const name = m.precisions.find(([one]) => one === precision)?.[1];
  if (name === undefined) return '';
  return typeof score === 'number' ? `${name}, ${m.orders.match(Math.round(score * 100))}` : name;
}

/** An address that was given in parts, in one line. */
function composed(field: (name: string) => string): string {
  const [number, street] = [field('AddressNumber'), field('AddressFormattedStreet')];
  const line = street.startsWith(number) ? street : `${number} ${street}`;
  const place = [field('AddressState'), field('AddressZip')].filter(Boolean).join(' ');
  return [line, field('AddressSecondarynumber'), field('AddressCity'), place].filter(Boolean).join(', ');
}

function deliveriesOf(job: Job | undefined, orderId: string): readonly Delivery[] {
  const own = job?.jobConfigurations.filter((configuration) => configuration.orderId === orderId) ?? [];
  const all = own.length > 0 ? own : (job?.jobConfigurations ?? []);
  const found = new Map<string, Delivery>();
  for (const { delivery, tasks } of all) {
    for (const { delivery: ofTask } of tasks) if (ofTask) found.set(ofTask.id, ofTask);
    if (delivery) found.set(delivery.id, delivery);
  }
  return [...found.values()];
}

function timelineOf(order: Order, deliveries: readonly Delivery[], messages: readonly Message[]) {
  return [
    { id: 'created', iso: order.createdAt, title: intakeTexts.order.wasCreated, text: undefined },
    ...deliveries.flatMap(({ id, providerName, statusHistory }) =>
      statusHistory.map(({ created_at: iso, status }, index) => ({
        id: `${id} ${index}`,
        iso,
        title: words(status),
        text: providerName,
      })),
    ),
    ...messages.map(({ id, createdAt, channel, recipient, status }) => ({
      id,
      iso: createdAt,
      title: `${words(channel)}: ${words(status)}`,
      text: recipient,
    })),
  ]
    .toSorted((a, b) => b.iso.localeCompare(a.iso))
    .map(({ iso, ...entry }) => ({ ...entry, at: dateTime(iso) }));
}

/** The attempts for an order, in their order. */
function tasksOf(job: Job | undefined, orderId: string): readonly Task[] {
  const own = job?.jobConfigurations.filter((configuration) => configuration.orderId === orderId) ?? [];
  return (own.length > 0 ? own : (job?.jobConfigurations ?? [])).flatMap(({ tasks }) => tasks);
}

/** Where one end of the order is; undefined while nobody knows. */
function placeOf(order: Order, side: 'pickup' | 'dropoff'): Position | undefined {
  const { [`${side}Lat`]: lat, [`${side}Lng`]: lng } = order;
  return typeof lat === 'number' && typeof lng === 'number' ? [lng, lat] : undefined;
}

/** The same with its address. */
function endOf(order: Order, side: 'pickup' | 'dropoff'): Place | undefined {
  const [lng, lat] = placeOf(order, side) ?? [];
  return lat === undefined || lng === undefined ? undefined : { lat, lng, title: addressOf(order, side) };
}

/** The address of one end of the order, in one line. */
function addressOf(order: Order, side: 'pickup' | 'dropoff'): string {
  const field = (name: string) => text(order[`${side}${name}`]);
  return field('Address') || composed(field);
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
