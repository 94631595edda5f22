import { signInIssuers, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { tenancyDeps } from '../../compose/tenancy-deps.ts';
import { addUserRoles } from './add-user-roles.ts';
import { createApiKey } from './create-api-key.ts';
import { createRole } from './create-role.ts';
import { createUser } from './create-user.ts';
import { deleteRole } from './delete-role.ts';
import { getOrganization } from './get-organization.ts';
import { getRole } from './get-role.ts';
import { getUser } from './get-user.ts';
import { inviteUser } from './invite-user.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listChildOrganizations } from './list-child-organizations.ts';
import { listRoleUsers } from './list-role-users.ts';
import { listRoles } from './list-roles.ts';
import { listUserRoles } from './list-user-roles.ts';
import { listUsers } from './list-users.ts';
import { readAuditLog } from './read-audit-log.ts';
import { readChanges } from './read-changes.ts';
import { removeUserRoles } from './remove-user-roles.ts';
import { replaceUserRoles } from './replace-user-roles.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { getSavedViews, putSavedViews } from './saved-views.ts';
import { updateOrganization } from './update-organization.ts';
import { updateRole } from './update-role.ts';
import { updateUser } from './update-user.ts';
import { whoAmI } from './who-am-i.ts';

/** Organizations, their people, roles and API keys, and the audit log of their changes. */
export const tenancyArea = defineArea<TenancyDeps>({
  name: 'tenancy',
  endpoints: [
    getOrganization,
    updateOrganization,
    listChildOrganizations,
    readAuditLog,
    whoAmI,
    readChanges,
    getSavedViews,
    putSavedViews,
    addUserRoles,
    createRole,
    createUser,
    deleteRole,
    getRole,
    getUser,
    inviteUser,
    listRoleUsers,
    listRoles,
    listUserRoles,
    listUsers,
    removeUserRoles,
    replaceUserRoles,
    updateRole,
    updateUser,
    createApiKey,
    listApiKeys,
    rotateApiKey,
    revokeApiKey,
  ],
  uses: { table: 'readWrite', keyCredentials: true },
});

export const handler = serveArea(tenancyArea, () =>
  tenancyDeps(
    coreDeps(),
    signInIssuers(process.env).map(({ issuer }) => issuer),
  ),
);
