import { LOCAL_ACCOUNT, LOCAL_REGION } from '../ports.ts';
import { parseExpression } from './expression/parse-expression.ts';
import type { ScheduleExpression } from './expression/schedule-expression.ts';

/** A schedule's settings with defaults filled in. Stored as JSON. */
export interface ScheduleSettings {
  readonly description?: string;
  readonly expression: string;
  readonly timeZone: string;
  readonly startMs?: number;
  readonly endMs?: number;
  readonly enabled: boolean;
  /** Minutes of a flexible window; absent when OFF. It fires at the window's start. */
  readonly windowMinutes?: number;
  readonly deleteAfterCompletion: boolean;
  readonly target: ScheduleTarget;
}

export interface ScheduleTarget {
  readonly arn: string;
  readonly roleArn: string;
  readonly input?: string;
  readonly maxRetries: number;
  readonly maxAgeSeconds: number;
  readonly deadLetterArn?: string;
  readonly messageGroupId?: string;
}

export interface ScheduleKey {
  readonly group: string;
  readonly name: string;
}

export const DEFAULT_GROUP = 'default';

export function scheduleArn({ group, name }: ScheduleKey): string {
  return `arn:aws:scheduler:${LOCAL_REGION}:${LOCAL_ACCOUNT}:schedule/${group}/${name}`;
}

export function groupArn(name: string): string {
  return `arn:aws:scheduler:${LOCAL_REGION}:${LOCAL_ACCOUNT}:schedule-group/${name}`;
}

/** The compiled expression. Throws for an invalid one: settings are checked before they are stored. */
export function expressionOf(settings: ScheduleSettings): ScheduleExpression {
  const expression = parseExpression(settings.expression, settings.timeZone);
  if (expression === undefined) throw new Error(`${settings.expression} is not a schedule expression`);
  return expression;
}

/**
 * First firing after `afterMs` within start and end date; undefined when there is none or the schedule is disabled.
 * `madeMs` is when the schedule was created or changed, from which a rate without a start date counts.
 */
export function nextFiring(settings: ScheduleSettings, afterMs: number, madeMs: number): number | undefined {
  if (!settings.enabled) return undefined;
  const { startMs = Number.NEGATIVE_INFINITY, endMs = Number.POSITIVE_INFINITY } = settings;
  const next = expressionOf(settings).nextAfter(Math.max(afterMs, startMs - 1), settings.startMs ?? madeMs);
  return next !== undefined && next <= endMs ? next : undefined;
}

/**
 * First firing of a schedule that was created or changed at `madeMs`. A one-time schedule ignores start and end date
 * (API reference, CreateSchedule), and one whose time has passed fires at once.
 */
export function firstFiring(settings: ScheduleSettings, madeMs: number): number | undefined {
  if (!isOneTime(settings)) return nextFiring(settings, madeMs - 1, madeMs);
  return settings.enabled ? expressionOf(settings).nextAfter(Number.NEGATIVE_INFINITY, madeMs) : undefined;
}

export function isOneTime(settings: ScheduleSettings): boolean {
  return settings.expression.startsWith('at(');
}
