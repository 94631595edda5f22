import { atExpression } from './at-expression.ts';
import { cronExpression } from './cron-expression.ts';
import { rateExpression } from './rate-expression.ts';
import type { ScheduleExpression } from './schedule-expression.ts';

/** Reads `at(...)`, `rate(...)` or `cron(...)` in an IANA zone. Undefined when the text is none of them. */
export function parseExpression(text: string, zone: string): ScheduleExpression | undefined {
  const [, kind, inside = ''] = /^(at|rate|cron)\((.*)\)$/.exec(text) ?? [];
  if (kind === 'at') return atExpression(inside, zone);
  if (kind === 'rate') return rateExpression(inside);
  return kind === 'cron' ? cronExpression(inside, zone) : undefined;
}
