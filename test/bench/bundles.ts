import { statSync } from 'node:fs';
import { functionEntries, functionFile } from '../../cdk/build-functions.ts';
import { areas } from '../../functions/api/index.ts';
import { queueWorkers } from '../../functions/workers/index.ts';

/** Largest that a function's bundle may be, in bytes: what is reached, with a little room. */
const BUNDLE_LIMIT = 400_000;

/** The same of functions that take addresses: the client of the map and the telephone plans are in them. */
const LIMIT_WITH_ADDRESSES = 550_000;

/** The same of functions that work out recurrence rules: the library and the calendar behind it are in them. */
const LIMIT_WITH_RECURRENCE = 650_000;
const WITH_RECURRENCE = new Set(['api-window-schedules', 'extend-windows']);

/**
 * The same of functions that run workflows, those that create or change orders among them: patterns in linear time, time
 * zones and every action are in them.
 */
const LIMIT_WITH_WORKFLOWS = 1_100_000;

const RUNS_WORKFLOWS = [
  'api-bookings',
  'api-dispatch',
  'api-jobs',
  'api-orders',
  'api-workflow-runs',
  'api-workflows',
  'close-windows',
  'dispatch-orders',
  'follow-windows',
  'run-workflows',
  'send-workflow-messages',
];

/** One function's bundle as it is deployed. */
export interface Bundle {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

/** Largest that the bundle called `name` may be, in bytes. */
export function limitOf(name: string): number {
  if (WITH_RECURRENCE.has(name)) return LIMIT_WITH_RECURRENCE;
  if (RUNS_WORKFLOWS.includes(name)) return LIMIT_WITH_WORKFLOWS;
  const takesAddresses =
    areas.some((area) => `api-${area.name}` === name && area.uses.geocodes) ||
    queueWorkers.some((worker) => worker.name === name && worker.uses.geocodes);
  return takesAddresses ? LIMIT_WITH_ADDRESSES : BUNDLE_LIMIT;
}

/** The bundles that the last build left. */
export function bundles(): readonly Bundle[] {
  return [...functionEntries().keys()].map((name) => {
    const file = functionFile(name);
    return { name, file, bytes: statSync(file).size };
  });
}
