export { type Caller, callerMaySee } from './caller.ts';
export type { ForLimited, LimitedUse } from './for-limited.ts';
export { isOnSeenRoute } from './is-on-seen-route.ts';
export { KEY_REFUSALS, type KeyGrant, type KeyRefusal, type KeyVerdict } from './key-verdict.ts';
export {
  DRIVER_PERMISSION,
  EXECUTE_PERMISSIONS,
  type GrantablePermission,
  knownPermissions,
  PERMISSIONS,
  type Permission,
  PLANNING_PERMISSIONS,
} from './permissions.ts';
export { type Principal, principalSchema } from './principal.ts';
