export { type Caller, callerMaySee } from './caller.ts';
export { isOnSeenRoute } from './is-on-seen-route.ts';
export { KEY_REFUSALS, type KeyGrant, type KeyRefusal, type KeyVerdict } from './key-verdict.ts';
export {
  EXECUTE_PERMISSIONS,
  knownPermissions,
  ORGANIZATION_WIDE_PERMISSIONS,
  PERMISSIONS,
  type Permission,
  PLANNING_PERMISSIONS,
} from './permissions.ts';
