import { AwsError, isRecord } from '../aws-json.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { isTimeZone } from './expression/wall-time.ts';
import { fillInput } from './fill-input.ts';
import type { ScheduleSettings, ScheduleTarget } from './schedule.ts';
import { findTarget } from './targets/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Limits of RetryPolicy (API reference); the upper ones are the defaults. */
const MAX_RETRIES = 185;
const MIN_AGE_SECONDS = 60;
const MAX_AGE_SECONDS = 86_400;

const TARGET_FIELDS = ['Arn', 'RoleArn', 'Input', 'RetryPolicy', 'DeadLetterConfig', 'SqsParameters'];

/**
 * Settings of a schedule from an API body or from template properties, whose fields have the same names. Throws an
 * AwsError `ValidationException` naming the field.
 */
export function readSettings(fields: Fields): ScheduleSettings {
  const timeZone = text(fields, 'ScheduleExpressionTimezone') ?? 'UTC';
  if (!isTimeZone(timeZone)) throw invalid('ScheduleExpressionTimezone', `${timeZone} is not a time zone`);
  const expression = required(fields, 'ScheduleExpression');
  if (parseExpression(expression, timeZone) === undefined) {
    throw invalid('ScheduleExpression', `${expression} is not an at(), rate() or cron() expression`);
  }
  const state = text(fields, 'State') ?? 'ENABLED';
  if (state !== 'ENABLED' && state !== 'DISABLED') throw invalid('State', 'it must be ENABLED or DISABLED');
  const completion = text(fields, 'ActionAfterCompletion') ?? 'NONE';
  if (completion !== 'NONE' && completion !== 'DELETE') {
    throw invalid('ActionAfterCompletion', 'it must be NONE or DELETE');
  }
  const startMs = instant(fields, 'StartDate');
  const endMs = instant(fields, 'EndDate');
  if (startMs !== undefined && endMs !== undefined && startMs > endMs) {
    throw invalid('EndDate', 'it must not be before StartDate');
  }
  return {
    expression,
    timeZone,
    enabled: state === 'ENABLED',
    deleteAfterCompletion: completion === 'DELETE',
    target: readTarget(fields),
    ...optional('description', text(fields, 'Description')),
    ...optional('startMs', startMs),
    ...optional('endMs', endMs),
    ...optional('windowMinutes', readWindow(fields)),
  };
}

function readWindow(fields: Fields): number | undefined {
  const window = record(fields, 'FlexibleTimeWindow');
  const mode = required(window, 'Mode', 'FlexibleTimeWindow.Mode');
  const minutes = whole(window, 'MaximumWindowInMinutes', 1, 1_440);
  if (mode === 'OFF' && minutes === undefined) return undefined;
  if (mode === 'FLEXIBLE' && minutes !== undefined) return minutes;
  throw invalid('FlexibleTimeWindow', 'it must be OFF, or FLEXIBLE with MaximumWindowInMinutes');
}

function readTarget(fields: Fields): ScheduleTarget {
  const target = record(fields, 'Target');
  const other = Object.keys(target).filter(
    (key) => target[key] !== undefined && target[key] !== null && !TARGET_FIELDS.includes(key),
  );
  if (other.length > 0) throw invalid(`Target.${other[0]}`, 'it is not supported by the local cloud');
  const arn = required(target, 'Arn', 'Target.Arn');
  if (findTarget(arn) === undefined) {
    throw invalid(
      'Target.Arn',
      `${arn} is not a function, queue or state machine; other targets are not supported here`,
    );
  }
  const input = text(target, 'Input');
  if (!arn.startsWith('arn:aws:sqs:')) refuseInput(input);
  const retry = target.RetryPolicy === undefined ? {} : record(target, 'RetryPolicy');
  const deadLetters = target.DeadLetterConfig === undefined ? {} : record(target, 'DeadLetterConfig');
  const queue = target.SqsParameters === undefined ? {} : record(target, 'SqsParameters');
  return {
    arn,
    roleArn: required(target, 'RoleArn', 'Target.RoleArn'),
    maxRetries: whole(retry, 'MaximumRetryAttempts', 0, MAX_RETRIES) ?? MAX_RETRIES,
    maxAgeSeconds:
      whole(retry, 'MaximumEventAgeInSeconds', MIN_AGE_SECONDS, MAX_AGE_SECONDS) ?? MAX_AGE_SECONDS,
    ...optional('input', input),
    ...optional('deadLetterArn', text(deadLetters, 'Arn')),
    ...optional('messageGroupId', text(queue, 'MessageGroupId')),
  };
}

/** Functions and state machines take JSON; placeholders may be outside strings. */
function refuseInput(input: string | undefined): void {
  try {
    JSON.parse(fillInput(input, { scheduleArn: '', scheduledMs: 0, executionId: '', attempt: 1 }));
  } catch {
    throw invalid('Target.Input', 'it must be JSON');
  }
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  const found: { [K in Key]?: Value } = {};
  if (value !== undefined) found[key] = value;
  return found;
}

function text(fields: Fields, key: string): string | undefined {
  const value = fields[key] ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw invalid(key, 'it must be a string');
  return value;
}

function required(fields: Fields, key: string, name = key): string {
  const value = text(fields, key);
  if (value === undefined || value === '') throw invalid(name, 'it must not be null');
  return value;
}

function record(fields: Fields, key: string): Fields {
  const value = fields[key];
  if (!isRecord(value)) throw invalid(key, 'it must be an object');
  return value;
}

/** CloudFormation may write numbers as texts. */
function whole(fields: Fields, key: string, least: number, most: number): number | undefined {
  const value = fields[key] ?? undefined;
  if (value === undefined) return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
    return number;
  throw invalid(key, `it must be an integer from ${least} to ${most}`);
}

/** Seconds since the epoch in the API, a timestamp in templates. */
function instant(fields: Fields, key: string): number | undefined {
  const value = fields[key] ?? undefined;
  if (value === undefined) return undefined;
  const ms =
    typeof value === 'number' ? value * 1_000 : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) throw invalid(key, 'it must be a timestamp');
  return ms;
}

function invalid(key: string, why: string): AwsError {
  return new AwsError('ValidationException', `Value at '${key}' failed to satisfy constraint: ${why}`);
}
