import type { Route } from '../routes/index.ts';
import { type ExceptionType, type Severity, severity } from './exception.ts';

const RATES: Readonly<Record<ExceptionType, Severity>> = {
  vehicle_breakdown: 'P0',
  vehicle_overweight: 'P1',
  vehicle_oversize: 'P1',
  break_compliance_violation: 'P1',
  late_departure: 'P2',
  customer_not_home: 'P2',
  catchment_violation: 'P2',
  location_mismatch: 'P2',
  adhoc_break: 'P3',
  refuel_request: 'P3',
};

/** An exception is more severe when its route is behind its plan by more than this. Seconds. */
const BEHIND_SECONDS = 30 * 60;

/** How `auto` rates, for the documentation. */
export const RATING_RULE =
  'A breakdown is `P0`; overweight, oversize and a break-compliance violation are `P1`; a late departure, a customer ' +
  'who is not home, a catchment violation and a location that does not match are `P2`; an ad-hoc break and refueling ' +
  'are `P3`. On a route that is more than 30 minutes behind its plan each counts one degree more.';

/** The severity that the service assigns: by type, and one level higher on a route that is far behind its plan. */
export function ratedSeverity(type: ExceptionType, { delaySeconds }: Pick<Route, 'delaySeconds'>): Severity {
  const rate = RATES[type];
  if (delaySeconds === null || delaySeconds <= BEHIND_SECONDS) return rate;
  return severity.options[Math.max(0, severity.options.indexOf(rate) - 1)] ?? rate;
}
