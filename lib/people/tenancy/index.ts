export { type ApiKey, permissionsOf } from './api-key.ts';
export { changeLimits } from './change-limits.ts';
export { createApiKey } from './create-api-key.ts';
export { createOrganization } from './create-organization.ts';
export { CREDENTIAL_PARTITIONS } from './credential.ts';
export {
  createDriverCredential,
  endDriverCredential,
  extendDriverCredential,
} from './driver-credential.ts';
export { extendApiKey } from './extend-api-key.ts';
export { type JudgeDeps, judgeCaller } from './judge-caller.ts';
export { emptyMemory } from './judge-key.ts';
export { KEY_USE_PARTITIONS, lastKeyUses, noteKeyUse } from './key-use.ts';
export { type Loan, lendCredential } from './lend-credential.ts';
export { listApiKeys } from './list-api-keys.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { BUILT_IN_ROLES } from './roles/built-in-roles.ts';
export {
  changeRole,
  createRole,
  deleteRole,
  findRole,
  listRoles,
  type Role,
} from './roles/manage-roles.ts';
export { executeIsOff, roleForAdmins } from './roles/refusals.ts';
export { rotateApiKey } from './rotate-api-key.ts';
export { hashSecret, newSecret } from './secret.ts';
export { fetchJson } from './sign-in/fetch-json.ts';
export type { FetchJson } from './sign-in/issuer-keys.ts';
export { signInIssuers } from './sign-in/sign-in-issuer.ts';
export { tokenVerifier, type VerifyToken } from './sign-in/verify-token.ts';
export type { TenancyDeps } from './tenancy-deps.ts';
export { changeUser, type UserChange } from './users/change-user.ts';
export { createUser } from './users/create-user.ts';
export { createUserAsOperator } from './users/create-user-as-operator.ts';
export { findUser } from './users/find-user.ts';
export { invitationEmail } from './users/invitation.ts';
export { allUsers, listUsers, usersOfRole } from './users/list-users.ts';
export { userExists } from './users/refusals.ts';
export {
  LONGEST_COLUMN_NAME,
  LONGEST_VIEW_NAME,
  LONGEST_VIEW_QUERY,
  MAX_HIDDEN_COLUMNS,
  MAX_VIEWS,
  readSavedViews,
  type SavedViews,
  saveViews,
} from './users/saved-views.ts';
export { nameOf, type User } from './users/user.ts';
export { userInvitedEvent } from './users/user-events.ts';
