import { AwsError } from '../../aws-json.ts';
import { DEFAULT_GROUP, groupArn } from '../schedule.ts';
import type { ScheduleGroup, SchedulerStore } from '../store.ts';
import { pageOf, refuseName, refuseUnknownGroup } from './names.ts';
import type { SchedulerCall, SchedulerOperation } from './scheduler-api.ts';

const needs = (action: string) => (call: SchedulerCall) => [
  { action: `scheduler:${action}`, resource: groupArn(call.name) },
];

/** CreateScheduleGroup. */
export const createScheduleGroup = Object.freeze<SchedulerOperation>({
  method: 'POST',
  path: '/schedule-groups/',
  needs: needs('CreateScheduleGroup'),
  handle({ store, clock }, { name, body }) {
    refuseName(name);
    if (body.Tags !== undefined) throw new AwsError('ValidationException', 'Tags are not supported here');
    if (name === DEFAULT_GROUP || store.group(name) !== undefined) {
      throw new AwsError('ConflictException', `Schedule group ${name} already exists.`, { status: 409 });
    }
    store.insertGroup({ name, origin: 'api', createdMs: clock.now() });
    return { ScheduleGroupArn: groupArn(name) };
  },
});

/** GetScheduleGroup. */
export const getScheduleGroup = Object.freeze<SchedulerOperation>({
  method: 'GET',
  path: '/schedule-groups/',
  needs: needs('GetScheduleGroup'),
  handle({ store }, { name }) {
    refuseUnknownGroup(store, name);
    return describe(allGroups(store).find((group) => group.name === name));
  },
});

/** DeleteScheduleGroup, with all its schedules. */
export const deleteScheduleGroup = Object.freeze<SchedulerOperation>({
  method: 'DELETE',
  path: '/schedule-groups/',
  needs: needs('DeleteScheduleGroup'),
  handle({ store }, { name }) {
    if (name === DEFAULT_GROUP)
      throw new AwsError('ValidationException', 'The default group cannot be deleted');
    refuseUnknownGroup(store, name);
    store.transaction(() => store.deleteGroup(name));
    return {};
  },
});

/** ListScheduleGroups, by prefix. */
export const listScheduleGroups = Object.freeze<SchedulerOperation>({
  method: 'GET',
  path: '/schedule-groups',
  needs: () => [{ action: 'scheduler:ListScheduleGroups', resource: '*' }],
  handle({ store }, { query }) {
    const prefix = query.get('NamePrefix') ?? '';
    const { page, next } = pageOf(
      allGroups(store).filter(({ name }) => name.startsWith(prefix)),
      query,
    );
    return { ScheduleGroups: page.map(describe), ...next };
  },
});

function allGroups(store: SchedulerStore): readonly ScheduleGroup[] {
  const always: ScheduleGroup = { name: DEFAULT_GROUP, origin: 'template', createdMs: 0, modifiedMs: 0 };
  return [always, ...store.groups()];
}

function describe(group: ScheduleGroup | undefined): object {
  return {
    Arn: groupArn(group?.name ?? DEFAULT_GROUP),
    Name: group?.name,
    State: 'ACTIVE',
    CreationDate: (group?.createdMs ?? 0) / 1_000,
    LastModificationDate: (group?.modifiedMs ?? 0) / 1_000,
  };
}
