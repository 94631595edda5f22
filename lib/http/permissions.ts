/** Everything a key can be allowed to do. An endpoint names one of these; a key carries a set of them. */
export const PERMISSIONS = Object.freeze([
  'READ_ORDER',
  'WRITE_ORDER',
  'READ_JOB',
  'WRITE_JOB',
  'WRITE_DELIVERY',
  'WRITE_REFUND',
  'READ_DISPATCH_STRATEGY',
  'WRITE_DISPATCH_STRATEGY',
  'READ_WEBHOOK',
  'WRITE_WEBHOOK',
  'READ_API_KEY',
  'WRITE_API_KEY',
] as const);

/** One right, as `WRITE_ORDER`. */
export type Permission = (typeof PERMISSIONS)[number];

/**
 * Rights that cannot be narrowed to stores or driver groups: webhooks carry every job of the organization, and a change
 * of a dispatch strategy concerns all of its orders. They are of no use to a key with such a limit.
 */
export const ORGANIZATION_WIDE_PERMISSIONS: readonly Permission[] = Object.freeze([
  'WRITE_DISPATCH_STRATEGY',
  'READ_WEBHOOK',
  'WRITE_WEBHOOK',
]);

/** The permissions among `names`; anything else is dropped, so that a right that was retired grants nothing. */
export function knownPermissions(names: readonly string[]): readonly Permission[] {
  return PERMISSIONS.filter((permission) => names.includes(permission));
}
