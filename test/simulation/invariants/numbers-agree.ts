import { isTerminal } from '../../../lib/fulfilment/jobs/index.ts';
import { eventOfItem } from '../../support/event-of-item.ts';
import type { World } from '../world/world.ts';
import { defineInvariant } from './define-invariant.ts';

/** Numbers by their fields. */
type Numbers = Record<string, number>;

/** Adds to numbers of an organization. */
type Add = (organizationId: string, numbers: Numbers) => void;

/** What is counted here once more, each from what there is in the end instead of from the facts of insight. */
const COUNTERS: readonly ((world: World, add: Add) => void)[] = [
  countOrders,
  countAttempts,
  countWindows,
  countRuns,
  countNotifications,
  countRatings,
  countRoutes,
];

/** Fields of the stored counts of a minute that are counted here. */
const FIELDS = [
  ...['ordersCreated', 'attempts', 'delivered', 'canceledByProvider', 'costCents'],
  ...['windowsFull', 'windowsClosed', 'windowsUnfit', 'windowPlaces', 'windowPlacesTaken'],
  ...[
    'runsCompleted',
    'runsFailed',
    'runsCancelled',
    'runChanges',
    'runMessages',
    'runWork',
    'runDeliveries',
  ],
  ...['messagesSent', 'messagesDelivered', 'messagesFailed', 'messagesSuppressed'],
  ...['ratings', 'ratingSum', 'ratingsLow'],
  'routes',
];

export const numbersAgree = defineInvariant({
  name: 'numbers-agree',
  number: 9,
  sentence:
    'The numbers of insight are those of the orders, deliveries, windows, runs, messages, ratings and routes that there ' +
    'are, whatever happened to their events.',
  atEnd({ world }, report) {
    const counted = new Map<string, Numbers>();
    for (const { data } of world.items('insightMinute')) {
      const { organizationId, part, parts, cells } = data as unknown as Minute;
      if (part >= parts) continue;
      for (const row of cells.rows)
        for (const field of FIELDS) {
          const place = cells.fields.indexOf(field);
          if (place >= 0)
            addTo(counted, organizationId, { [field]: row[cells.dimensions.length + place] ?? 0 });
        }
    }
    const real = new Map<string, Numbers>();
    for (const counts of COUNTERS)
      counts(world, (organizationId, numbers) => addTo(real, organizationId, numbers));
    for (const organizationId of new Set([...counted.keys(), ...real.keys()]))
      for (const field of FIELDS) {
        const own = counted.get(organizationId)?.[field] ?? 0;
        const other = real.get(organizationId)?.[field] ?? 0;
        // Attempts that failed may have cost something as well.
        const agrees = field === 'costCents' ? own >= other : own === other;
        if (!agrees) report(`${organizationId} counts ${own} ${field}, and there are ${other}.`);
      }
  },
});

interface Minute {
  readonly organizationId: string;
  readonly part: number;
  readonly parts: number;
  readonly cells: {
    readonly dimensions: readonly string[];
    readonly fields: readonly string[];
    readonly rows: readonly (readonly number[])[];
  };
}

function addTo(sums: Map<string, Numbers>, organizationId: string, numbers: Numbers): void {
  const sum = sums.get(organizationId) ?? {};
  sums.set(organizationId, sum);
  for (const [field, number] of Object.entries(numbers)) sum[field] = (sum[field] ?? 0) + number;
}

/** The items of a kind, as this reads them. */
function itemsOf<Of extends object>(
  world: World,
  type: string,
): readonly (Of & { readonly organizationId: string })[] {
  return world.items(type).map(({ data }) => data as never);
}

/** The data of the events of a kind. */
function eventsOf<Of extends object>(
  world: World,
  name: string,
): readonly (Of & { readonly organizationId: string })[] {
  return world.items('event').flatMap(({ type, data }) => {
    const event = eventOfItem({ type, data: data as never });
    return event?.name === name
      ? [{ ...(event.data as object), organizationId: event.organizationId } as never]
      : [];
  });
}

function countOrders(world: World, add: Add): void {
  for (const { organizationId } of itemsOf(world, 'order')) add(organizationId, { ordersCreated: 1 });
}

function countAttempts(world: World, add: Add): void {
  type Delivery = { readonly status: string; readonly totalPriceCents: number };
  for (const { organizationId, status, totalPriceCents } of itemsOf<Delivery>(world, 'delivery')) {
    if (!isTerminal(status as never)) continue;
    add(organizationId, { attempts: 1 });
    if (status === 'dropoff_complete') add(organizationId, { delivered: 1, costCents: totalPriceCents });
    if (status === 'canceled_by_provider') add(organizationId, { canceledByProvider: 1 });
  }
}

/** Why an order did not get a window that was not at fault for it. */
const CLOSED = ['INACTIVE', 'CUTOFF_PASSED', 'LEAD_TIME_TOO_SHORT'];

function countWindows(world: World, add: Add): void {
  for (const { organizationId, reason } of eventsOf<{ reason: string }>(world, 'delivery_window.refused')) {
    const field =
      reason === 'CAPACITY_EXHAUSTED'
        ? 'windowsFull'
        : CLOSED.includes(reason)
          ? 'windowsClosed'
          : 'windowsUnfit';
    add(organizationId, { [field]: 1 });
  }
  type Closing = { readonly use?: { readonly places: number | null; readonly taken: number } };
  for (const { organizationId, use } of eventsOf<Closing>(world, 'delivery_window.closing'))
    if (use && use.places !== null)
      add(organizationId, { windowPlaces: use.places, windowPlacesTaken: use.taken });
}

const RUN_ENDS: Readonly<Record<string, string>> = {
  completed: 'runsCompleted',
  failed: 'runsFailed',
  cancelled: 'runsCancelled',
};

function countRuns(world: World, add: Add): void {
  type Run = {
    readonly mode: string;
    readonly status: string;
    readonly legs: number;
    readonly deliveryIds: readonly string[];
    readonly did?: { readonly changes: number; readonly messages: number; readonly work: number };
  };
  for (const { organizationId, mode, status, legs, deliveryIds, did } of itemsOf<Run>(world, 'workflowRun')) {
    const end = RUN_ENDS[status];
    // One that was refused never started.
    const isRefused = status === 'failed' && legs === 0;
    if (mode !== 'asynchronous' || !end || isRefused) continue;
    add(organizationId, { [end]: 1, runDeliveries: deliveryIds.length });
    if (did) add(organizationId, { runChanges: did.changes, runMessages: did.messages, runWork: did.work });
  }
}

const MESSAGES: Readonly<Record<string, string>> = {
  sent: 'messagesSent',
  delivered: 'messagesDelivered',
  failed: 'messagesFailed',
  suppressed: 'messagesSuppressed',
};

function countNotifications(world: World, add: Add): void {
  for (const { organizationId, status } of itemsOf<{ status: string }>(world, 'notification')) {
    const field = MESSAGES[status];
    if (field) add(organizationId, { [field]: 1 });
  }
}

function countRatings(world: World, add: Add): void {
  type Rating = { readonly deliveryId: string; readonly score: number; readonly version: number };
  const latest = new Map<string, Rating & { readonly organizationId: string }>();
  for (const rating of eventsOf<Rating>(world, 'delivery.feedback_added'))
    if (rating.version > (latest.get(rating.deliveryId)?.version ?? 0)) latest.set(rating.deliveryId, rating);
  for (const { organizationId, score } of latest.values())
    add(organizationId, { ratings: 1, ratingSum: score, ratingsLow: score < 3 ? 1 : 0 });
}

function countRoutes(world: World, add: Add): void {
  type Route = { readonly status: string };
  for (const { organizationId, status } of itemsOf<Route>(world, 'route'))
    if (status === 'COMPLETED' || status === 'FAILED') add(organizationId, { routes: 1 });
}
