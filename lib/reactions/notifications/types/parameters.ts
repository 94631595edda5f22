import * as z from 'zod';
import { deliveryStatusNamed, NAMEABLE_DELIVERY_STATUSES } from '../../../engines/vocabulary/index.ts';

/** A delivery status in any spelling, as the service spells it. */
export const deliveryStatus = z
  .string()
  .refine(
    (text) => NAMEABLE_DELIVERY_STATUSES.includes(text.toLowerCase()),
    'is not a delivery status such as pickup_complete',
  )
  .transform((text) => deliveryStatusNamed(text).toLowerCase());

/** One or several delivery statuses. */
export const deliveryStatuses = z
  .union([deliveryStatus.transform((one) => [one]), z.array(deliveryStatus).min(1).max(30)])
  .meta({ description: 'One delivery status or several.' });

/** An amount: a positive number. */
export const metricValue = z
  .number()
  .positive()
  .max(1_000_000)
  .meta({ description: 'Amount, in `metricName`.' });

/** Milliseconds of a time in minutes or hours. */
export function millisecondsOf(value: number, unit: string | undefined): number {
  return value * (unit === 'hours' ? 3_600_000 : unit === 'seconds' ? 1000 : 60_000);
}
