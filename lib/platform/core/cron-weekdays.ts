/** Days of the week in cron expressions, Sunday first. */
export const CRON_WEEKDAYS: readonly string[] = Object.freeze([
  'SUN',
  'MON',
  'TUE',
  'WED',
  'THU',
  'FRI',
  'SAT',
]);
