import type { ScheduleExpression } from './schedule-expression.ts';

const UNITS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const RATE = /^([1-9]\d*)\s+(minute|hour|day)s?$/;

/** `rate(5 minutes)`: fires at its start and after each period. Undefined for any other expression. */
export function rateExpression(inside: string): ScheduleExpression | undefined {
  const [, count, unit = ''] = RATE.exec(inside) ?? [];
  if (count === undefined) return undefined;
  const periodMs = Number(count) * (UNITS[unit] ?? Number.NaN);
  return Object.freeze<ScheduleExpression>({
    kind: 'rate',
    nextAfter(afterMs, anchorMs) {
      if (afterMs < anchorMs) return anchorMs;
      return anchorMs + (Math.floor((afterMs - anchorMs) / periodMs) + 1) * periodMs;
    },
  });
}
