import * as z from 'zod';
import { PERMISSIONS, type Permission } from '../../../lib/platform/access/index.ts';

/** Names that the contract spells in its own way (specification 5.3). */
const WIRE_NAMES: Readonly<Partial<Record<Permission, string>>> = {
  EXECUTE_VIEW: 'execute.view',
  EXECUTE_ACT: 'execute.act',
};

/** A permission in its wire form. */
export function wireName(permission: string): string {
  return WIRE_NAMES[permission as Permission] ?? permission;
}

/** A permission in a request, in either spelling. */
export const permissionName = z
  .string()
  .transform((name) => PERMISSIONS.find((one) => name === one || name === WIRE_NAMES[one]) ?? name)
  .pipe(z.enum(PERMISSIONS))
  .meta({ override: { type: 'string', enum: PERMISSIONS.map(wireName) } });

/** Permissions in a reply. */
export const permissionsReply = z
  .array(z.string())
  .meta({ description: 'Name of the permission, such as `WRITE_ORDER` or `execute.view`.' });
