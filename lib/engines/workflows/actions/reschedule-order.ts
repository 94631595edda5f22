import * as z from 'zod';
import { isTimeZone, localTimeOf } from '../../../platform/core/zoned-time.ts';
import { WINDOW_TIMES } from '../../vocabulary/index.ts';
import { parseDateTime } from '../filters/parse-date-time.ts';
import { type JsonObject, own } from '../json.ts';
import { limits } from '../limits.ts';
import { type ActionContext, defineAction, type Failed, type Outcome } from './define-action.ts';
import { templatesOf, variable, wholeNumber } from './shared/config-parts.ts';
import { delayWindows, moveWindowsToDate, readWindows, type Windows } from './shared/move-windows.ts';
import { entityOf, failed } from './shared/outcomes.ts';
import { text } from './shared/payload-parts.ts';

/** Statuses in which an order may be rescheduled (specification 4.6.13). */
const MOVABLE_STATUSES: readonly string[] = ['valid', 'confirmed', 'needs_attention'];

const config = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('delay'),
    delayMinutes: z
      .union([z.int().min(1).max(limits.rescheduleMinutes), variable])
      .default(24 * 60)
      .describe('Whole minutes, from 1 minute to 365 days'),
  }),
  z.strictObject({
    method: z.literal('move_to_date'),
    date: z.union([z.iso.date(), variable]).describe('YYYY-MM-DD; the local time of each bound stays'),
  }),
]);

/** Instants of the bounds that an order has. */
const bounds = z.partialRecord(z.enum(WINDOW_TIMES), text);

const payload = z.strictObject({
  windows: bounds,
  /** The bounds when it was planned. */
  from: bounds,
  invalidateQuotes: z.literal(true),
  requireValid: z.literal(true),
});

/**
 * Moves every bound of the order's windows by the same amount (specification 4.6.13). The effect carries the new
 * times, not the amount, and its key is that of the step, so that carrying it out twice does not delay twice.
 * A step that fails changes no time.
 */
export const rescheduleOrder = defineAction({
  key: 'reschedule_order',
  title: 'Reschedule the order',
  config,
  payload,
  effect: 'change',
  needs: ['order'],
  synchronous: false,
  looksUp: ['timeZone'],
  templates: (settings) =>
    settings.method === 'delay'
      ? templatesOf({ delayMinutes: settings.delayMinutes })
      : templatesOf({ date: settings.date }),
  plan,
});

function plan(context: ActionContext, settings: z.infer<typeof config>): Outcome<z.infer<typeof payload>> {
  const found = entityOf(context, 'order');
  if ('kind' in found) return found;
  const order = found.entity;
  const refused = refusal(order);
  if (refused !== undefined) return refused;
  const windows = readWindows(order);
  if ('unreadable' in windows) return failed(`The order's ${windows.unreadable} is not a date-time.`);
  if (Object.keys(windows).length === 0) {
    return failed('The order is not scheduled: it has no pickup or dropoff time.');
  }
  const moved = move(context, settings, windows, order);
  if ('kind' in moved) return moved;
  const changed: z.infer<typeof bounds> = {};
  const from: z.infer<typeof bounds> = {};
  for (const bound of WINDOW_TIMES) {
    const instant = moved[bound];
    if (instant === undefined) continue;
    if (instant <= context.now) return failed(`The new ${bound} would be in the past.`);
    changed[bound] = new Date(instant).toISOString();
    from[bound] = new Date(windows[bound] ?? instant).toISOString();
  }
  const errors = context.validateOrder?.({ ...order, ...changed }) ?? [];
  if (errors.length > 0) return failed(`The order would not be valid: ${errors.join('; ')}`);
  return {
    kind: 'effect',
    target: found.target,
    // The worker moves nothing if somebody else has moved the windows meanwhile.
    payload: { windows: changed, from, invalidateQuotes: true, requireValid: true },
    patch: { order: changed },
  };
}

/** The conditions of rule 13 that do not depend on the new times. */
function refusal(order: JsonObject): Failed | undefined {
  const status = own(order, 'status');
  if (typeof status !== 'string' || !MOVABLE_STATUSES.includes(status)) {
    return failed(`An order with status "${String(status ?? 'none')}" cannot be rescheduled.`);
  }
  if (own(order, 'deliveryMode') === 'now')
    return failed('The order is not scheduled: its delivery mode is "now".');
  if ((own(order, 'routeId') ?? null) !== null) return failed('The order is on a route.');
  const booked = own(order, 'deliveryWindowId') ?? own(order, 'deliveryWindowStatus') ?? null;
  return booked === null ? undefined : failed('The order has a booked delivery window.');
}

function move(
  context: ActionContext,
  settings: z.infer<typeof config>,
  windows: Windows,
  order: JsonObject,
): Windows | Failed {
  if (settings.method === 'delay') {
    const minutes = wholeNumber(context.value(settings.delayMinutes));
    if (minutes === undefined || minutes < 1 || minutes > limits.rescheduleMinutes) {
      return failed('The delay must be a whole number of minutes from 1 minute to 365 days.');
    }
    return delayWindows(windows, minutes);
  }
  const date = context.value(settings.date);
  const zone = zoneOf(context, order);
  const day = dayOf(date, zone);
  const moved = day === undefined ? undefined : moveWindowsToDate(windows, day, zone);
  return moved ?? failed(`"${String(date)}" is not a date of the form YYYY-MM-DD.`);
}

/** The day that a date names; for a date-time, its day in the order's zone. */
function dayOf(date: unknown, zone: string): string | undefined {
  if (typeof date !== 'string') return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  const instant = parseDateTime(date, zone);
  if (instant === undefined || Math.abs(instant) > 8.64e15) return undefined;
  return localTimeOf(new Date(instant).toISOString(), zone).slice(0, 10);
}

/** Local time is that of the pickup, otherwise of the dropoff, otherwise of the organization. */
function zoneOf(context: ActionContext, order: JsonObject): string {
  for (const name of ['pickupTimezoneId', 'dropoffTimezoneId']) {
    const zone = own(order, name);
    if (typeof zone === 'string' && isTimeZone(zone)) return zone;
  }
  return context.timeZone;
}
