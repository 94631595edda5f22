import type { MeasuredOrders } from './measure-orders.ts';
import { PRICES } from './prices.ts';
import type { Usage } from './usage.ts';
import { type UsageAtLoad, usageAtLoad } from './usage-at-load.ts';

/** The day that the bill is about. */
export const ORDERS_A_DAY = 1_000_000;

/** Maximum cost of such a day, in dollars. */
export const MAX_DOLLARS_A_DAY = 185;

/** Maximum cost of the numbers of insight of such a day, in dollars (46.2). */
export const MAX_INSIGHT_DOLLARS_A_DAY = 6;

/** Average duration of an invocation in seconds, where nothing better is known. */
const SECONDS_OF_WORK = 0.03;

const SECONDS_A_DAY = 86_400;

/** Bytes of the gateway's line about a request. */
const ACCESS_LOG_BYTES = 450;

/** One cause of cost: a function, or several that belong together. */
export interface CauseOfCost {
  readonly cause: string;
  readonly perOrder: Usage;
  readonly dollarsPerMillion: number;
}

/** The functions of each cause; what is not listed is "others". */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  'taking orders': ['api-orders'],
  'dispatch and handover': ['dispatch-orders', 'attempt-dispatch', 'api-dispatch'],
  // The simulated courier takes the place of the carrier's own calls.
  'statuses of deliveries': ['step-simulation', 'api-deliveries', 'provider-updates'],
  webhooks: ['make-webhook-messages', 'send-webhooks'],
  'events to their queues': ['route-events'],
  'checking keys': ['authorize'],
  'timers and handover watch': ['fire-timer', 'start-timer', 'sweep-timers'],
  insights: ['record-facts', 'count-facts', 'close-days', 'write-lake'],
  'workflows and notifications': [
    'run-workflows',
    'make-notifications',
    'do-workflow-work',
    'follow-windows',
  ],
};

/** Functions that only exist for simulated couriers and for the measurement itself. */
const NOT_BILLED = new Set(['start-simulation', 'api-jobs', 'api-strategies', 'api-webhooks']);

/** Cost of a day of a million orders, computed from the measurement of a few. */
export function billOf(measured: MeasuredOrders): {
  readonly causes: readonly CauseOfCost[];
  readonly dollarsADay: number;
  readonly insightDollarsADay: number;
} {
  const causeOf = (name: string) =>
    Object.entries(CAUSES).find(([, functions]) => functions.includes(name))?.[0] ?? 'others';
  const usages = new Map<string, UsageAtLoad>(
    [...Object.keys(CAUSES), 'others'].map((cause) => [cause, IDLE]),
  );
  for (const [name, { usage, gigabyteSeconds }] of usageAtLoad(measured, ORDERS_A_DAY / SECONDS_A_DAY)) {
    if (NOT_BILLED.has(name)) continue;
    const cause = causeOf(name);
    const isCarrier = name === 'step-simulation';
    const one = { ...usage, ...(isCarrier ? { apiRequests: usage.invocations, transitions: 0 } : {}) };
    const known = usages.get(cause) ?? IDLE;
    usages.set(cause, {
      usage: sum(known.usage, one),
      gigabyteSeconds: known.gigabyteSeconds + gigabyteSeconds,
    });
  }
  const causes = [...usages].map(
    ([cause, { usage, gigabyteSeconds }]): CauseOfCost => ({
      cause,
      perOrder: usage,
      dollarsPerMillion: 1_000_000 * dollarsOf(usage, { gigabyteSeconds }),
    }),
  );
  const kept = causes.reduce((dollars, { dollarsPerMillion }) => dollars + dollarsPerMillion, 0);
  const perDay = (dollarsPerMillion: number) => (dollarsPerMillion * ORDERS_A_DAY) / 1_000_000;
  const insights = causes.find(({ cause }) => cause === 'insights')?.dollarsPerMillion ?? 0;
  return { causes, dollarsADay: perDay(kept), insightDollarsADay: perDay(insights) };
}

/**
 * What the map costs besides for a day of orders whose dropoffs are given as lines: where every address is new, and
 * where every one was kept from a day before. The pickups are stores.
 */
export function lookUpsOf(orders: number): { readonly allNew: number; readonly allKept: number } {
  const allKept = orders * PRICES.readUnit;
  return { allKept, allNew: allKept + orders * (PRICES.storedLookUp + PRICES.writeUnit) };
}

const NOTHING: Usage = {
  writeUnits: 0,
  readUnits: 0,
  invocations: 0,
  queueRequests: 0,
  apiRequests: 0,
  transitions: 0,
  logBytes: 0,
};

const IDLE: UsageAtLoad = { usage: NOTHING, gigabyteSeconds: 0 };

const KEYS = Object.keys(NOTHING) as readonly (keyof Usage)[];

function sum(left: Usage, right: Usage): Usage {
  return Object.fromEntries(KEYS.map((key) => [key, left[key] + right[key]])) as unknown as Usage;
}

/** Cost of a usage at list prices in dollars. Its functions run for so many gigabyte-seconds, or briefly with so much memory. */
export function dollarsOf(
  usage: Usage,
  run: { readonly gigabyteSeconds: number } | { readonly memoryGigabytes: number },
): number {
  const gigabyteSeconds =
    'gigabyteSeconds' in run
      ? run.gigabyteSeconds
      : usage.invocations * SECONDS_OF_WORK * run.memoryGigabytes;
  return (
    usage.writeUnits * PRICES.writeUnit +
    usage.readUnits * PRICES.readUnit +
    usage.queueRequests * PRICES.queueRequest +
    usage.apiRequests * PRICES.apiRequest +
    usage.invocations * PRICES.invocation +
    gigabyteSeconds * PRICES.gigabyteSecond +
    usage.transitions * PRICES.transition +
    ((usage.logBytes + usage.apiRequests * ACCESS_LOG_BYTES) / 1e9) * PRICES.logGigabyte
  );
}
