/** The permissions that roles and API keys can have. An endpoint names one of these; a key has a set of them. */
export const PERMISSIONS = Object.freeze([
  'READ_ORDER',
  'WRITE_ORDER',
  'READ_JOB',
  'WRITE_JOB',
  'WRITE_DELIVERY',
  'WRITE_REFUND',
  'READ_DISPATCH_STRATEGY',
  'WRITE_DISPATCH_STRATEGY',
  'READ_WORKFLOW',
  'WRITE_WORKFLOW',
  'WRITE_CONNECTION',
  'READ_WEBHOOK',
  'WRITE_WEBHOOK',
  'READ_API_KEY',
  'WRITE_API_KEY',
  'READ_ORGANIZATION',
  'WRITE_ORGANIZATION',
  'READ_USER',
  'WRITE_USER',
  'READ_ROLE',
  'WRITE_ROLE',
  'READ_AUDIT_LOG',
  'READ_FLEET',
  'WRITE_FLEET',
  'READ_STORE_LOCATION',
  'WRITE_STORE_LOCATION',
  'READ_ZONE',
  'WRITE_ZONE',
  'READ_DELIVERY_WINDOW',
  'WRITE_DELIVERY_WINDOW',
  'READ_CATALOG',
  'WRITE_CATALOG',
  'READ_ROUTE',
  'WRITE_ROUTE',
  'READ_OPTIMIZATION',
  'WRITE_OPTIMIZATION',
  'READ_CONNECTION',
  'READ_AGENT',
  'WRITE_AGENT',
  'READ_NOTIFICATION',
  'WRITE_NOTIFICATION',
  'READ_DENY_LIST',
  'WRITE_DENY_LIST',
  'READ_REFUND',
  'READ_ACTIVITY',
  'WRITE_ACTIVITY',
  'READ_UPLOAD',
  'WRITE_UPLOAD',
  // Everything about a recipient: an export, and an erasure.
  'READ_PERSONAL_DATA',
  'WRITE_PERSONAL_DATA',
  // On the wire `execute.view` and `execute.act` (specification 5.3).
  'EXECUTE_VIEW',
  'EXECUTE_ACT',
] as const);

/** The right of a driver's phone to show and report the driver's own work. No role and no API key can have it. */
export const DRIVER_PERMISSION = 'DRIVE';

/** One right of roles and API keys, as `WRITE_ORDER`. */
export type GrantablePermission = (typeof PERMISSIONS)[number];

/** One right. */
export type Permission = GrantablePermission | typeof DRIVER_PERMISSION;

const KNOWN: readonly Permission[] = Object.freeze([...PERMISSIONS, DRIVER_PERMISSION]);

/** Rights over Execute, granted only while it is enabled (specification 5.3). */
export const EXECUTE_PERMISSIONS: readonly Permission[] = Object.freeze(['EXECUTE_VIEW', 'EXECUTE_ACT']);

/** Permissions to plan routes, which need others as well (specification 5.4). */
export const PLANNING_PERMISSIONS: readonly Permission[] = Object.freeze([
  'WRITE_ROUTE',
  'WRITE_OPTIMIZATION',
]);

/** The permissions among `names`; anything else is dropped, so that a retired permission grants nothing. */
export function knownPermissions(names: readonly string[]): readonly Permission[] {
  return KNOWN.filter((permission) => names.includes(permission));
}
