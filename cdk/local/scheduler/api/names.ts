import { AwsError } from '../../aws-json.ts';
import { DEFAULT_GROUP, type ScheduleKey } from '../schedule.ts';
import type { Schedule, SchedulerStore } from '../store.ts';
import type { SchedulerCall } from './scheduler-api.ts';

const NAME = /^[\w.-]{1,64}$/;

/** Group and name of a call: the group is in the body of writes and in the query of reads. Throws AwsError. */
export function keyOf({ name, query, body }: SchedulerCall): ScheduleKey {
  const group = body.GroupName ?? query.get('groupName') ?? DEFAULT_GROUP;
  refuseName(name);
  if (typeof group !== 'string' || !NAME.test(group)) {
    throw new AwsError('ValidationException', "Value at 'groupName' is no name of a group");
  }
  return { group, name };
}

/** Throws AwsError when it cannot be a name. */
export function refuseName(name: string): void {
  if (!NAME.test(name)) throw new AwsError('ValidationException', `Value at 'name' is no name: ${name}`);
}

/** Throws AwsError when there is none. */
export function findSchedule(store: SchedulerStore, key: ScheduleKey): Schedule {
  const schedule = store.schedule(key);
  if (schedule === undefined) {
    throw new AwsError('ResourceNotFoundException', `Schedule ${key.name} does not exist.`, { status: 404 });
  }
  return schedule;
}

/** Throws AwsError when there is no such group. */
export function refuseUnknownGroup(store: SchedulerStore, group: string): void {
  if (group === DEFAULT_GROUP || store.group(group) !== undefined) return;
  throw new AwsError('ResourceNotFoundException', `Schedule group ${group} does not exist.`, { status: 404 });
}

/** One page of a listing, by `MaxResults` and `NextToken`. Throws AwsError. */
export function pageOf<Item>(
  items: readonly Item[],
  query: URLSearchParams,
): { page: readonly Item[]; next: object } {
  const size = Number(query.get('MaxResults') ?? 100);
  const from = Number(query.get('NextToken') ?? 0);
  if (!Number.isInteger(size) || size < 1 || size > 100) {
    throw new AwsError('ValidationException', "Value at 'maxResults' must be from 1 to 100");
  }
  if (!Number.isInteger(from) || from < 0)
    throw new AwsError('ValidationException', "'nextToken' is not from this service");
  const next = from + size < items.length ? { NextToken: String(from + size) } : {};
  return { page: items.slice(from, from + size), next };
}
