import { ROUTER } from '../../cdk/fixed-functions.ts';
import { queueWorkers } from '../../functions/workers/index.ts';
import { deployedStages } from '../support/deployed-stages.ts';
import type { Stacks } from '../support/synthesize-quickly.ts';
import { ORDERS_A_DAY } from './bill-of.ts';
import type { MeasuredOrders } from './measure-orders.ts';
import { type DayStage, modelDay, type StageOfDay } from './model-day.ts';
import { batchOf, secondsOfBatch } from './usage-at-load.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** No message may wait longer for its function, in seconds. */
export const LONGEST_WAIT = 60;

/** An account's concurrency, and how long a request and the check of its key take, in seconds. */
export const ACCOUNT = 1_000;
const SECONDS_OF_REQUEST = 0.15;
const SECONDS_OF_CHECK = 0.03;

/** Share of a day's orders in each hour, in per mille: the hour from nine has five times the mean. */
const HOURS = [5, 4, 3, 3, 5, 10, 20, 45, 90, 208, 100, 70, 60, 50, 45, 45, 50, 60, 50, 30, 20, 12, 8, 7];

/** What an invocation waits for beside its work, in seconds: the slowest receiver of a batch, answers of carriers. */
const WAITS: Readonly<Record<string, number>> = {
  'make-webhook-messages': 0.3,
  'dispatch-orders': 2,
  'attempt-dispatch': 2,
  'poll-providers': 1,
};

/** Only simulated carriers need it. */
const SIMULATED = 'start-simulation';

/** The router sends what it reads in parallel calls: seconds of a batch, and of each event in it. */
const ROUTER_SECONDS = 0.05;
const ROUTER_SECONDS_OF_EVENT = 0.002;
const ROUTER_BATCH = 100;

/** A stream has a shard for each partition of the table, and a partition takes 1,000 write units a second. */
const UNITS_OF_SHARD = 1_000;
const LEAST_SHARDS = 4;

/** The templates of an installation. */
export type Templates = Pick<Stacks, 'resources'>;

/** A day of a million orders through the queues of an installation. */
export interface DayOfOrders {
  /** Orders a second in the hour with the most. */
  readonly peakPerSecond: number;
  /** The fullest first. */
  readonly queues: readonly (StageOfDay & { readonly usedShare: number })[];
  /** Most invocations at once, of the account's. */
  readonly mostAtOnce: number;
}

/** The day, by the messages that the measured orders lead to, and the concurrency in the templates `stacks`. */
export function dayOfOrders(measured: MeasuredOrders, stacks: Templates): DayOfOrders {
  const whole = HOURS.reduce((sum, hour) => sum + hour, 0);
  const peakPerSecond = (ORDERS_A_DAY * Math.max(...HOURS)) / whole / HOUR;
  const { stages, mostAtOnce } = modelDay({
    ordersOf: (second) => (ORDERS_A_DAY * HOURS[Math.floor(second / HOUR) % HOURS.length]!) / whole / HOUR,
    seconds: DAY,
    stages: stagesOf(measured, stacks, peakPerSecond),
    account: ACCOUNT,
    requestsOfOrder: requestsOf(measured),
  });
  const queues = stages
    .map((stage) => ({ ...stage, usedShare: stage.mostPerSecond / stage.capacityPerSecond }))
    .toSorted((a, b) => b.usedShare - a.usedShare);
  return { peakPerSecond, queues, mostAtOnce };
}

/** Every queue that gets messages of orders, and the router, with the bounds of production. */
function stagesOf(
  { orders, events, functions }: MeasuredOrders,
  stacks: Templates,
  ordersPerSecond: number,
): readonly DayStage[] {
  const worked = queueWorkers.filter(
    ({ name }) => name !== SIMULATED && (functions.get(name)?.received ?? 0) > 0,
  );
  const deployed = deployedStages(
    stacks,
    worked.map(({ name }) => name),
  );
  const writeUnits = [...functions.values()].reduce((sum, { usage }) => sum + usage.writeUnits, 0) / orders;
  const shards = Math.max(LEAST_SHARDS, Math.ceil((ordersPerSecond * writeUnits) / UNITS_OF_SHARD));
  return [
    {
      name: ROUTER.name,
      perOrder: events / orders,
      atOnce: shards * ROUTER.lanes,
      isReserved: false,
      batchSize: ROUTER_BATCH,
      batchOf: (perSecond) => perSecond / (4 * shards * ROUTER.lanes),
      secondsOf: (messages) => ROUTER_SECONDS + messages * ROUTER_SECONDS_OF_EVENT,
    },
    ...deployed.map(({ name, atOnce, reserved, batchSize }, index) => ({
      name,
      perOrder: functions.get(name)!.received / orders,
      atOnce,
      isReserved: reserved > 0,
      batchSize,
      batchOf: (perSecond: number) => batchOf(worked[index]!.batchingSeconds, perSecond),
      secondsOf: (messages: number) => secondsOfBatch(messages) + (WAITS[name] ?? 0),
    })),
  ];
}

/** Concurrency that the requests of one order a second take, each after a check of its key. */
function requestsOf({ orders, functions }: MeasuredOrders): number {
  const requests = [...functions].reduce(
    (sum, [name, { usage }]) => sum + (name.startsWith('api-') ? usage.invocations : 0),
    0,
  );
  return (requests / orders) * (SECONDS_OF_REQUEST + SECONDS_OF_CHECK);
}
