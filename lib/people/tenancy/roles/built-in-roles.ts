import { PERMISSIONS, type Permission } from '../../../platform/access/index.ts';

/** A role that every organization has and nobody can change. */
export interface BuiltInRole {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
}

/** The role of owners: only they can give or remove it, and the last owner keeps it. */
export const OWNER_ROLE_ID = 'role_owner';

/** The read side of organization management, which signing in to the console requires (specification 5.5). */
export const READS_OF_MANAGEMENT: readonly Permission[] = ['READ_ORGANIZATION', 'READ_USER', 'READ_ROLE'];

const EXECUTE: readonly Permission[] = ['EXECUTE_VIEW', 'EXECUTE_ACT'];

/** Rights that only owners and admins have of those that read. */
const NOT_FOR_ALL: readonly Permission[] = ['READ_API_KEY', 'READ_AUDIT_LOG', 'READ_PERSONAL_DATA'];

/** Everything that can be read, except secrets, the actions of others, and all of a recipient at once. */
const READS = PERMISSIONS.filter(
  (permission) => permission.startsWith('READ_') && !NOT_FOR_ALL.includes(permission),
);

const OPERATIONS: readonly Permission[] = [
  'WRITE_ORDER',
  'WRITE_JOB',
  'WRITE_DELIVERY',
  'WRITE_REFUND',
  'WRITE_ACTIVITY',
  'WRITE_UPLOAD',
];

/** In the order in which they are listed. */
export const BUILT_IN_ROLES: readonly BuiltInRole[] = Object.freeze([
  {
    id: OWNER_ROLE_ID,
    name: 'Owner',
    description: 'All rights. Only owners can create owners.',
    permissions: PERMISSIONS,
  },
  {
    id: 'role_admin',
    name: 'Admin',
    description: 'All rights except creating owners.',
    permissions: PERMISSIONS,
  },
  {
    id: 'role_planner',
    name: 'Planner',
    description: 'Plans routes, windows, zones and fleets, and has the rights of operators.',
    permissions: [
      ...READS,
      ...OPERATIONS,
      'WRITE_ROUTE',
      'WRITE_OPTIMIZATION',
      'WRITE_DELIVERY_WINDOW',
      'WRITE_ZONE',
      'WRITE_FLEET',
      'WRITE_STORE_LOCATION',
      'WRITE_CATALOG',
      ...EXECUTE,
    ],
  },
  {
    id: 'role_operator',
    name: 'Operator',
    description: 'Works on orders, jobs and deliveries, and on active routes.',
    permissions: [...READS, ...OPERATIONS, ...EXECUTE],
  },
  {
    id: 'role_store_operator',
    name: 'Store operator',
    description: 'Works on the orders of a store and on the routes that touch it.',
    permissions: [
      ...READS_OF_MANAGEMENT,
      'READ_ORDER',
      'WRITE_ORDER',
      'READ_JOB',
      'WRITE_JOB',
      'READ_FLEET',
      'READ_STORE_LOCATION',
      'READ_ZONE',
      'READ_DELIVERY_WINDOW',
      'READ_CATALOG',
      'WRITE_CATALOG',
      'READ_ROUTE',
      'READ_ACTIVITY',
      'READ_DISPATCH_STRATEGY',
      ...EXECUTE,
    ],
  },
  {
    id: 'role_read_only',
    name: 'Read-only',
    description: 'Sees everything except secrets and changes nothing.',
    permissions: [...READS, 'EXECUTE_VIEW'],
  },
  {
    id: 'role_developer',
    name: 'Developer',
    description: 'Connects other systems: API keys, webhooks, workflows, connections and agents.',
    permissions: [
      ...READS,
      'READ_API_KEY',
      'WRITE_API_KEY',
      'WRITE_WEBHOOK',
      'WRITE_WORKFLOW',
      'WRITE_CONNECTION',
      'WRITE_AGENT',
      'WRITE_NOTIFICATION',
      'WRITE_ORDER',
      'WRITE_JOB',
      'WRITE_DELIVERY',
    ],
  },
]);

/** A built-in role by its id. */
export function builtInRole(id: string): BuiltInRole | undefined {
  return BUILT_IN_ROLES.find((role) => role.id === id);
}
