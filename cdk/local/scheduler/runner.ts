import { randomUUID } from 'node:crypto';
import { createDueAlarm, type DueAlarm } from '../due-alarm.ts';
import type { LocalClock } from '../ports.ts';
import { fillInput } from './fill-input.ts';
import { isOneTime, nextFiring, type ScheduleKey, scheduleArn } from './schedule.ts';
import type { Firing, Schedule, SchedulerStore } from './store.ts';
import { callService } from './targets/call-service.ts';
import { findTarget } from './targets/index.ts';
import { queueName } from './targets/queue-target.ts';
import type { Delivered, TargetPorts } from './targets/target.ts';

/** Schedules and firings handled in one transaction. */
const BATCH = 100;

/** Targets called at the same time. */
const MAX_CALLS = 50;

/**
 * Maximum number of pending firings of one schedule. A skipping clock may pass months at once: a schedule of every
 * minute must not flood its target.
 */
const MAX_PENDING = 10;

/** Lambda's own retries of an asynchronous invocation that failed in the function: after one and two minutes. */
const FUNCTION_RETRY_DELAYS_MS = [60_000, 120_000];

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 900_000;

export interface RunnerParts extends TargetPorts {
  readonly clock: LocalClock;
  readonly log: (line: string) => void;
  /** Creates execution ids; the system's by default. */
  readonly uuid?: () => string;
}

/** Fires schedules. A firing is a row until its target has taken it: at least once, also across a restart. */
export class ScheduleRunner {
  readonly #parts: RunnerParts;
  readonly #store: SchedulerStore;
  readonly #uuid: () => string;
  readonly #openedMs: number;
  #alarms: readonly {
    readonly oneTime: boolean;
    readonly schedules: DueAlarm;
    readonly firings: DueAlarm;
  }[] = [];
  /** Schedules with skipped firings since their target last accepted one: reported once, not each time. */
  readonly #flooding = new Set<string>();
  #calls = 0;
  #stopped = false;

  constructor(parts: RunnerParts, store: SchedulerStore) {
    this.#parts = parts;
    this.#store = store;
    this.#uuid = parts.uuid ?? randomUUID;
    this.#openedMs = parts.clock.now();
  }

  /**
   * Resumes the state of an earlier process. A missed one-time schedule fires now, late; a recurring one at
   * its next time.
   */
  start(): void {
    const nowMs = this.#parts.clock.now();
    this.#store.transaction(() => {
      this.#store.releaseFirings(nowMs);
      for (const schedule of this.#store.schedules()) {
        if (schedule.oneTime || schedule.nextMs === null || schedule.nextMs >= nowMs) continue;
        // Created while resources were being created: nothing was missed.
        if (schedule.modifiedMs >= this.#openedMs) continue;
        this.#store.setNext(schedule, nextFiring(schedule.settings, nowMs, schedule.modifiedMs) ?? null);
      }
    });
    // Recurring schedules and their retries never make a skipping clock jump: it would run away.
    this.#alarms = [true, false].map((oneTime) => ({
      oneTime,
      schedules: createDueAlarm({
        clock: this.#parts.clock,
        jump: oneTime,
        handle: () => this.#fireDue(oneTime),
        next: () => (this.#stopped ? undefined : this.#store.nextScheduleMs(oneTime)),
      }),
      firings: createDueAlarm({
        clock: this.#parts.clock,
        jump: oneTime,
        handle: () => this.#callDue(oneTime),
        // When all calls are busy, the next one starts when a call has ended.
        next: () =>
          this.#stopped || this.#calls >= MAX_CALLS ? undefined : this.#store.nextFiringMs(oneTime),
      }),
    }));
  }

  /** Called after the clock was set back: recurring schedules are due by the present time. */
  clockReset(): void {
    const nowMs = this.#parts.clock.now();
    for (const schedule of this.#store.schedules()) {
      if (schedule.oneTime || schedule.nextMs === null) continue;
      const nextMs = nextFiring(schedule.settings, nowMs, Math.min(schedule.modifiedMs, nowMs)) ?? null;
      this.#store.setNext(schedule, nextMs);
      this.notice({ ...schedule, nextMs });
    }
  }

  /** A schedule was written. */
  notice(schedule: Schedule): void {
    if (schedule.nextMs === null) return;
    this.#alarms.find((alarm) => alarm.oneTime === schedule.oneTime)?.schedules.notice(schedule.nextMs);
  }

  /** No target is being called or due. */
  idle(): boolean {
    const due = this.#alarms.some(({ schedules, firings }) => schedules.isDue() || firings.isDue());
    return this.#calls === 0 && !due;
  }

  /** Active firings are repeated at the next start. */
  stop(): void {
    this.#stopped = true;
    for (const { schedules, firings } of this.#alarms) {
      schedules.cancel();
      firings.cancel();
    }
  }

  #fireDue(oneTime: boolean): void {
    if (this.#stopped) return;
    const nowMs = this.#parts.clock.now();
    this.#store.transaction(() => {
      for (const schedule of this.#store.dueSchedules(oneTime, nowMs, BATCH)) this.#fire(schedule, nowMs);
    });
    this.#noticeFirings(oneTime, nowMs);
  }

  #fire(schedule: Schedule, nowMs: number): void {
    const { settings, group, name, nextMs, oneTime } = schedule;
    const scheduledMs = nextMs ?? nowMs;
    const next = oneTime ? undefined : nextFiring(settings, scheduledMs, schedule.modifiedMs);
    this.#store.setNext(schedule, next ?? null);
    if (this.#store.countFirings(schedule) >= MAX_PENDING) {
      this.#leaveOut(schedule);
      return;
    }
    const firing: Firing = {
      group,
      name,
      executionId: this.#uuid(),
      target: settings.target,
      scheduledMs,
      attempts: 0,
      functionErrors: 0,
      oneTime: isOneTime(settings),
    };
    this.#store.insertFiring(firing, nowMs);
  }

  #leaveOut({ group, name }: ScheduleKey): void {
    const key = `${group}/${name}`;
    if (this.#flooding.has(key)) return;
    this.#flooding.add(key);
    this.#parts.log(`scheduler: ${key} has ${MAX_PENDING} pending firings; further ones are skipped`);
  }

  #callDue(oneTime: boolean): void {
    const free = MAX_CALLS - this.#calls;
    if (this.#stopped || free <= 0) return;
    const taken = this.#store.transaction(() =>
      this.#store.takeFirings(oneTime, this.#parts.clock.now(), free),
    );
    for (const firing of taken) void this.#call(firing);
  }

  async #call(firing: Firing): Promise<void> {
    this.#calls += 1;
    const attempt = firing.attempts + 1;
    const { target, executionId } = firing;
    const input = fillInput(target.input, { ...firing, attempt, scheduleArn: scheduleArn(firing) });
    const delivered = await deliver(this.#parts, { target, input, executionId });
    try {
      if (!this.#stopped) await this.#called({ ...firing, attempts: attempt }, delivered, input);
    } catch (error) {
      this.#parts.log(`scheduler: the result of firing ${executionId} could not be stored: ${error}`);
    }
    this.#calls -= 1;
    if (this.#stopped) return;
    for (const oneTime of [true, false]) {
      const next = this.#store.nextFiringMs(oneTime);
      if (next !== undefined) this.#noticeFirings(oneTime, next);
    }
  }

  async #called(firing: Firing, delivered: Delivered, input: string): Promise<void> {
    if (delivered.how === 'done') {
      this.#finish(firing);
      return;
    }
    const retryMs = retryDelayMs(firing, delivered);
    if (retryMs !== undefined && (delivered.how !== 'retry' || this.#isYoung(firing, retryMs))) {
      const functionErrors = firing.functionErrors + (delivered.how === 'retryFunction' ? 1 : 0);
      this.#store.postponeFiring({ ...firing, functionErrors }, this.#parts.clock.now() + retryMs);
      return;
    }
    const { group, name } = firing;
    this.#parts.log(
      `scheduler: ${group}/${name} gave up after ${firing.attempts} attempts: ${delivered.code} ${delivered.message}`,
    );
    // A failure of the function itself counts as delivered for the scheduler.
    if (delivered.how !== 'retryFunction') await this.#park(firing, delivered, input, retryMs === undefined);
    if (!this.#stopped) this.#finish(firing);
  }

  /** Whether it will still be young enough for its target after `ms`. */
  #isYoung(firing: Firing, ms: number): boolean {
    return this.#parts.clock.now() + ms - firing.scheduledMs <= firing.target.maxAgeSeconds * 1_000;
  }

  /** To the dead-letter queue, with the attributes that the user guide lists. */
  async #park(
    firing: Firing,
    failed: Exclude<Delivered, { how: 'done' }>,
    input: string,
    byAttempts: boolean,
  ): Promise<void> {
    const { target } = firing;
    if (target.deadLetterArn === undefined) return;
    const attributes = {
      ERROR_CODE: failed.code,
      ERROR_MESSAGE: failed.message,
      EXECUTION_ID: firing.executionId,
      RETRY_ATTEMPTS: String(firing.attempts - 1),
      SCHEDULE_ARN: scheduleArn(firing),
      SCHEDULED_TIME: new Date(firing.scheduledMs).toISOString().replace('.000Z', 'Z'),
      TARGET_ARN: target.arn,
      ...(failed.how === 'refused'
        ? {}
        : { EXHAUSTED_RETRY_CONDITION: byAttempts ? 'MaximumRetryAttempts' : 'MaximumEventAgeInSeconds' }),
    };
    const sent = await callService(this.#parts, {
      roleArn: target.roleArn,
      service: 'sqs',
      action: 'SendMessage',
      body: {
        QueueUrl: this.#parts.queueUrl(queueName(target.deadLetterArn)),
        MessageBody: input,
        MessageAttributes: Object.fromEntries(
          Object.entries(attributes).map(([key, value]) => [
            key,
            { DataType: 'String', StringValue: value || '-' },
          ]),
        ),
      },
    });
    if (sent.how !== 'done') {
      this.#parts.log(
        `scheduler: ${target.deadLetterArn} refused a dead letter: ${sent.code} ${sent.message}`,
      );
    }
  }

  #finish(firing: Firing): void {
    this.#flooding.delete(`${firing.group}/${firing.name}`);
    this.#store.transaction(() => {
      this.#store.deleteFiring(firing.executionId);
      this.#deleteIfComplete(firing);
    });
  }

  #deleteIfComplete(key: ScheduleKey): void {
    const schedule = this.#store.schedule(key);
    const complete = schedule?.nextMs === null && schedule.settings.enabled;
    if (complete && schedule.settings.deleteAfterCompletion && this.#store.countFirings(key) === 0) {
      this.#store.deleteSchedule(key);
    }
  }

  #noticeFirings(oneTime: boolean, ms: number): void {
    this.#alarms.find((alarm) => alarm.oneTime === oneTime)?.firings.notice(ms);
  }
}

function deliver(
  ports: TargetPorts,
  delivery: Parameters<NonNullable<ReturnType<typeof findTarget>>['deliver']>[1],
) {
  const kind = findTarget(delivery.target.arn);
  if (kind === undefined) throw new Error(`${delivery.target.arn} is not a target`);
  return kind.deliver(ports, delivery);
}

/** Milliseconds to the next attempt, undefined when there is none. */
function retryDelayMs(firing: Firing, failed: Exclude<Delivered, { how: 'done' }>): number | undefined {
  if (failed.how === 'refused') return undefined;
  if (failed.how === 'retryFunction') return FUNCTION_RETRY_DELAYS_MS[firing.functionErrors];
  const failures = firing.attempts - firing.functionErrors;
  if (failures > firing.target.maxRetries) return undefined;
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}
