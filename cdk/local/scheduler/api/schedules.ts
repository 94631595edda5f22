import { AwsError, isRecord } from '../../aws-json.ts';
import type { Need } from '../../ports.ts';
import { readSettings } from '../read-settings.ts';
import {
  firstFiring,
  isOneTime,
  type ScheduleSettings,
  type ScheduleTarget,
  scheduleArn,
} from '../schedule.ts';
import type { Schedule } from '../store.ts';
import { findSchedule, keyOf, pageOf, refuseUnknownGroup } from './names.ts';
import type { SchedulerCall, SchedulerOperation } from './scheduler-api.ts';

/** How long ago a repeated schedule may have started. */
const LONGEST_STARTED_MS = 5 * 60_000;

/** CreateSchedule; a repeated ClientToken means the same call. */
export const createSchedule = Object.freeze<SchedulerOperation>({
  method: 'POST',
  path: '/schedules/',
  needs: (call) => writeNeeds('scheduler:CreateSchedule', call),
  handle({ store, runner, clock }, call) {
    const key = keyOf(call);
    refuseUnknownGroup(store, key.group);
    const nowMs = clock.now();
    const settings = settingsOf(call, nowMs);
    const clientToken = typeof call.body.ClientToken === 'string' ? call.body.ClientToken : null;
    const known = store.schedule(key);
    if (known !== undefined) {
      if (clientToken !== null && known.clientToken === clientToken) return { ScheduleArn: scheduleArn(key) };
      throw new AwsError('ConflictException', `Schedule ${key.name} already exists.`, { status: 409 });
    }
    const schedule: Schedule = {
      ...key,
      settings,
      clientToken,
      origin: 'api',
      createdMs: nowMs,
      modifiedMs: nowMs,
      nextMs: firstFiring(settings, nowMs) ?? null,
      oneTime: isOneTime(settings),
    };
    store.saveSchedule(schedule);
    runner.notice(schedule);
    return { ScheduleArn: scheduleArn(key) };
  },
});

function settingsOf({ body }: SchedulerCall, nowMs: number): ScheduleSettings {
  const settings = readSettings(body);
  if (
    !isOneTime(settings) &&
    settings.startMs !== undefined &&
    settings.startMs < nowMs - LONGEST_STARTED_MS
  ) {
    throw new AwsError(
      'ValidationException',
      'The StartDate you specify cannot be earlier than 5 minutes ago.',
    );
  }
  return settings;
}

/** UpdateSchedule: all settings are replaced, absent ones by their defaults. */
export const updateSchedule = Object.freeze<SchedulerOperation>({
  method: 'PUT',
  path: '/schedules/',
  needs: (call) => writeNeeds('scheduler:UpdateSchedule', call),
  handle({ store, runner, clock }, call) {
    const known = findSchedule(store, keyOf(call));
    const modifiedMs = clock.now();
    const settings = settingsOf(call, modifiedMs);
    const schedule: Schedule = {
      ...known,
      settings,
      modifiedMs,
      nextMs: firstFiring(settings, modifiedMs) ?? null,
      oneTime: isOneTime(settings),
    };
    store.saveSchedule(schedule);
    runner.notice(schedule);
    return { ScheduleArn: scheduleArn(known) };
  },
});

/** GetSchedule. */
export const getSchedule = Object.freeze<SchedulerOperation>({
  method: 'GET',
  path: '/schedules/',
  needs: (call) => [{ action: 'scheduler:GetSchedule', resource: scheduleArn(keyOf(call)) }],
  handle: ({ store }, call) => describe(findSchedule(store, keyOf(call))),
});

/** DeleteSchedule. An active firing still reaches its target. */
export const deleteSchedule = Object.freeze<SchedulerOperation>({
  method: 'DELETE',
  path: '/schedules/',
  needs: (call) => [{ action: 'scheduler:DeleteSchedule', resource: scheduleArn(keyOf(call)) }],
  handle({ store }, call) {
    store.deleteSchedule(findSchedule(store, keyOf(call)));
    return {};
  },
});

/** ListSchedules, of one group or all, by prefix and state. */
export const listSchedules = Object.freeze<SchedulerOperation>({
  method: 'GET',
  path: '/schedules',
  needs: () => [{ action: 'scheduler:ListSchedules', resource: '*' }],
  handle({ store }, { query }) {
    const group = query.get('ScheduleGroup');
    const prefix = query.get('NamePrefix') ?? '';
    const state = query.get('State');
    if (group !== null) refuseUnknownGroup(store, group);
    const found = store
      .schedules()
      .filter((schedule) => group === null || schedule.group === group)
      .filter((schedule) => schedule.name.startsWith(prefix))
      .filter((schedule) => state === null || stateOf(schedule) === state);
    const { page, next } = pageOf(found, query);
    return { Schedules: page.map(summary), ...next };
  },
});

function writeNeeds(action: string, call: SchedulerCall): readonly Need[] {
  const { Target } = call.body;
  const role = isRecord(Target) && typeof Target.RoleArn === 'string' ? Target.RoleArn : undefined;
  const pass = { action: 'iam:PassRole', context: { 'iam:PassedToService': 'scheduler.amazonaws.com' } };
  return [
    { action, resource: scheduleArn(keyOf(call)) },
    ...(role === undefined ? [] : [{ ...pass, resource: role }]),
  ];
}

function stateOf(schedule: Schedule): 'ENABLED' | 'DISABLED' {
  return schedule.settings.enabled ? 'ENABLED' : 'DISABLED';
}

function summary(schedule: Schedule): object {
  return {
    Arn: scheduleArn(schedule),
    GroupName: schedule.group,
    Name: schedule.name,
    State: stateOf(schedule),
    CreationDate: schedule.createdMs / 1_000,
    LastModificationDate: schedule.modifiedMs / 1_000,
    Target: { Arn: schedule.settings.target.arn },
  };
}

function describe(schedule: Schedule): object {
  const { settings } = schedule;
  const { windowMinutes, startMs, endMs, description } = settings;
  return {
    ...summary(schedule),
    ScheduleExpression: settings.expression,
    ScheduleExpressionTimezone: settings.timeZone,
    ActionAfterCompletion: settings.deleteAfterCompletion ? 'DELETE' : 'NONE',
    FlexibleTimeWindow:
      windowMinutes === undefined
        ? { Mode: 'OFF' }
        : { Mode: 'FLEXIBLE', MaximumWindowInMinutes: windowMinutes },
    ...(description === undefined ? {} : { Description: description }),
    ...(startMs === undefined ? {} : { StartDate: startMs / 1_000 }),
    ...(endMs === undefined ? {} : { EndDate: endMs / 1_000 }),
    Target: describeTarget(settings.target),
  };
}

function describeTarget(target: ScheduleTarget): object {
  const { input, deadLetterArn, messageGroupId } = target;
  return {
    Arn: target.arn,
    RoleArn: target.roleArn,
    RetryPolicy: {
      MaximumRetryAttempts: target.maxRetries,
      MaximumEventAgeInSeconds: target.maxAgeSeconds,
    },
    ...(input === undefined ? {} : { Input: input }),
    ...(deadLetterArn === undefined ? {} : { DeadLetterConfig: { Arn: deadLetterArn } }),
    ...(messageGroupId === undefined ? {} : { SqsParameters: { MessageGroupId: messageGroupId } }),
  };
}
