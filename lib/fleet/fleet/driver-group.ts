import * as z from 'zod';
import { partId } from '../../platform/core/ids.ts';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { instantOfId } from './instant-of-id.ts';

const groupSchema = z.object({
  organizationId: z.string(),
  /** Id of its first contract version, `cntr_...`, which is the permanent id of the group. */
  id: z.string(),
  externalIdentifier: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  /** Number of the current contract version, from 1. */
  contractVersion: z.int().min(1),
  /** Number of the current roster, increased whenever the whole list of drivers is replaced. */
  roster: z.int().min(1),
  /** Number of items of the roster. */
  rosterParts: z.int().min(1),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A driver group (called a contract in the contract). Its members are in its roster. */
export type DriverGroup = z.infer<typeof groupSchema>;

/** Aggregate of a driver group: its root, its roster, its contract versions, its events. */
export function groupPartition(of: { organizationId: string; id: string }): Partition {
  return { organizationId: of.organizationId, type: 'driver-group', id: of.id };
}

/** Root of the driver group. */
export const driverGroupEntity = defineEntity<DriverGroup, Pick<DriverGroup, 'organizationId' | 'id'>>({
  name: 'driverGroup',
  schema: groupSchema,
  partition: groupPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'driverGroupsByCreation',
    shard: () => 0,
    at: ({ id }) => instantOfId(id),
    id: ({ id }) => id,
    row: ({ organizationId: _, ...row }) => row,
  },
});

const contractSchema = groupSchema
  .pick({ organizationId: true, externalIdentifier: true, name: true, isActive: true, createdAt: true })
  .extend({
    /** Id of the group. */
    groupId: z.string(),
    contractVersion: z.int().min(1),
    createdBy: z.string(),
  });

/** One version of the fields of a driver group, without its drivers. */
export type ContractVersion = z.infer<typeof contractSchema>;

/** Every version of a driver group's fields, without its drivers. */
export const contractVersionEntity = defineEntity<
  ContractVersion,
  Pick<ContractVersion, 'organizationId' | 'groupId' | 'contractVersion'>
>({
  name: 'contractVersion',
  schema: contractSchema,
  partition: ({ organizationId, groupId }) => groupPartition({ organizationId, id: groupId }),
  sort: ({ contractVersion }) => ({ kind: 'log', parts: [String(contractVersion).padStart(8, '0')] }),
});

/** Id of a version of a group: the first is the group's own. */
export function contractIdOf(groupId: string, contractVersion: number): string {
  return contractVersion === 1 ? groupId : partId('cntr', groupId, `v${contractVersion}`);
}

/** The group's id from that of any of its versions. */
export function groupIdOf(contractId: string): string {
  return /^cntr_[0-9A-Z]{26}v\d+$/.test(contractId) ? contractId.slice(0, 'cntr_'.length + 26) : contractId;
}
