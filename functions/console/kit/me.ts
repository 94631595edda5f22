import { get } from './api.ts';
import type { Organization } from './types.ts';

/** The signed-in user and their rights. */
export interface Me {
  readonly actor: { readonly id: string; readonly name: string };
  readonly organizationId: string;
  readonly permissions: readonly string[];
  readonly roleIds: readonly string[];
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
}

let me: Me | undefined;
let organization: Organization | undefined;

/** Reads the signed-in user and, if the user may read them, the organization and its preferences. */
export async function loadMe(): Promise<void> {
  me = await get<Me>('/v1/organization-management/me');
  organization = can('READ_ORGANIZATION') ? await get<Organization>('/v1/organization') : undefined;
}

/** Who is signed in. */
export function whoIs(): Me {
  if (!me) throw new Error('Nobody is signed in.');
  return me;
}

/** The organization; undefined when the user may not read its preferences. */
export function organizationOf(): Organization | undefined {
  return organization;
}

/** Stores the reply to a change of the organization. */
export function setOrganization(changed: Organization): void {
  organization = changed;
}

/** Whether the user has a right. The API decides; this hides what it would refuse. */
export function can(permission: string): boolean {
  return me?.permissions.includes(permission) === true;
}

/** Zone in which times are shown: the organization's. */
export function timeZone(): string {
  return organization?.timeZone ?? 'UTC';
}
