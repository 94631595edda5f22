import type { ScheduleExpression } from './schedule-expression.ts';
import { instantOf } from './wall-time.ts';

const AT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/;

/** `at(yyyy-mm-ddThh:mm:ss)` in a zone: fires once. Undefined when it is none. */
export function atExpression(inside: string, zone: string): ScheduleExpression | undefined {
  const found = AT.exec(inside)?.slice(1).map(Number);
  if (found === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found;
  const ms = firstInstant({ year, month, day, hour, minute, second }, zone);
  if (ms === undefined) return undefined;
  return Object.freeze<ScheduleExpression>({
    kind: 'at',
    nextAfter: (afterMs) => (ms > afterMs ? ms : undefined),
  });
}

function firstInstant(wall: Parameters<typeof instantOf>[0], zone: string): number | undefined {
  try {
    return instantOf(wall, zone);
  } catch (error) {
    // 30 February, 25 o'clock.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
