import { AwsError } from '../aws-json.ts';
import { type LocalClock, type Resource, type ResourceType, UnsupportedInTemplate } from '../ports.ts';
import { readSettings } from './read-settings.ts';
import { DEFAULT_GROUP, firstFiring, groupArn, isOneTime, scheduleArn } from './schedule.ts';
import type { Schedule, SchedulerStore } from './store.ts';

/** What the template contains, and so must not be deleted at the start. */
export interface Declared {
  readonly groups: Set<string>;
  /** `<group>/<name>` */
  readonly schedules: Set<string>;
}

/** `AWS::Scheduler::ScheduleGroup`. */
export function scheduleGroupType(parts: {
  readonly store: SchedulerStore;
  readonly clock: LocalClock;
  readonly declared: Declared;
}): ResourceType {
  return Object.freeze<ResourceType>({
    type: 'AWS::Scheduler::ScheduleGroup',
    phase: 'storage',
    properties: { Name: 'used', Tags: { ignored: 'nothing reads tags locally' } },
    ref: (resource) => resource.physicalName,
    attributes: (resource) => ({ Arn: groupArn(resource.physicalName), State: 'ACTIVE' }),
    async create({ physicalName: name }) {
      parts.declared.groups.add(name);
      if (parts.store.group(name) === undefined) {
        parts.store.insertGroup({ name, origin: 'template', createdMs: parts.clock.now() });
      }
    },
  });
}

/** `AWS::Scheduler::Schedule`. */
export function scheduleType(parts: {
  readonly store: SchedulerStore;
  readonly clock: LocalClock;
  readonly declared: Declared;
}): ResourceType {
  return Object.freeze<ResourceType>({
    type: 'AWS::Scheduler::Schedule',
    phase: 'wiring',
    properties: {
      Name: 'used',
      GroupName: 'used',
      Description: 'used',
      ScheduleExpression: 'used',
      ScheduleExpressionTimezone: 'used',
      StartDate: 'used',
      EndDate: 'used',
      State: 'used',
      ActionAfterCompletion: 'used',
      FlexibleTimeWindow: 'used',
      KmsKeyArn: { ignored: 'data at rest is a file of the user' },
      'Target.Arn': 'used',
      'Target.RoleArn': 'used',
      'Target.Input': 'used',
      'Target.RetryPolicy': 'used',
      'Target.DeadLetterConfig': 'used',
      'Target.SqsParameters': 'used',
    },
    ref: (resource) => resource.physicalName,
    // The group is a property, which is not known here: `GetAtt Arn` is right for the default group only.
    attributes: (resource) => ({ Arn: scheduleArn({ group: DEFAULT_GROUP, name: resource.physicalName }) }),
    async create(resource) {
      const schedule = declare(parts, resource);
      parts.declared.schedules.add(`${schedule.group}/${schedule.name}`);
      parts.store.saveSchedule(schedule);
    },
  });
}

/** An unchanged schedule keeps its next time from the last start; a changed one starts again. */
function declare(
  { store, clock }: { readonly store: SchedulerStore; readonly clock: LocalClock },
  resource: Resource,
): Schedule {
  const { GroupName } = resource.properties;
  const key = {
    group: typeof GroupName === 'string' ? GroupName : DEFAULT_GROUP,
    name: resource.physicalName,
  };
  const settings = settingsOf(resource);
  const known = store.schedule(key);
  if (known !== undefined && JSON.stringify(known.settings) === JSON.stringify(settings)) {
    return { ...known, origin: 'template' };
  }
  const nowMs = clock.now();
  return {
    ...key,
    settings,
    origin: 'template',
    clientToken: null,
    createdMs: known?.createdMs ?? nowMs,
    modifiedMs: nowMs,
    nextMs: firstFiring(settings, nowMs) ?? null,
    oneTime: isOneTime(settings),
  };
}

function settingsOf(resource: Resource) {
  try {
    return readSettings(resource.properties);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const property = /'([\w.]+)'/.exec(error.message)?.[1] ?? '';
    throw new UnsupportedInTemplate(resource, property, error.message);
  }
}
