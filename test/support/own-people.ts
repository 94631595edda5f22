import { createRole } from '../../functions/api/tenancy/create-role.ts';
import { createUser } from '../../functions/api/tenancy/create-user.ts';
import type { MakeResource } from './own-resource.ts';

const role: MakeResource = async ({ call, key, deps }) => {
  const body = { name: deps.ids.next('role') };
  const reply = await call(createRole.routeKey, { key, body });
  return { params: { role_id: reply.json.id } };
};

const user: MakeResource = async ({ call, key, deps }) => {
  const body = { email: `${deps.ids.next('usr')}@example.com` };
  const reply = await call(createUser.routeKey, { key, body });
  return { params: { user_id: reply.json.id } };
};

/** Users and roles, for endpoints with one of them in their path. */
export const peopleResources: Readonly<Record<string, MakeResource>> = {
  getRole: role,
  updateRole: role,
  deleteRole: role,
  listRoleUsers: role,
  getUser: user,
  updateUser: user,
  listUserRoles: user,
  addUserRoles: user,
  removeUserRoles: user,
  replaceUserRoles: user,
};
