import * as z from 'zod';
import { contractIdOf, type DriverGroup, MAX_DRIVERS_OF_GROUP } from '../../../lib/fleet/fleet/index.ts';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';
import { externalIdentifier, idList } from './fields.ts';

/** A driver group to create or change. */
export const groupUpsert = z
  .object({
    externalIdentifier,
    name: shortText(200)
      .optional()
      .meta({ description: 'Name of the group; default the external identifier.' }),
    isActive: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the group is enabled; default true. Groups are never deleted.' }),
    driverIds: idList(
      MAX_DRIVERS_OF_GROUP,
      'The whole roster: ids or external identifiers of drivers. If left out, the roster stays.',
    ).optional(),
  })
  .meta({ id: 'DriverGroupUpsert' });

const fields = {
  id: z.string(),
  firstVersionContractId: z.string().meta({ description: 'Id of the group; never changes.' }),
  contractId: z.string().meta({ description: 'Id of the current version of its name and state.' }),
  externalIdentifier: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  version: z
    .int()
    .meta({ description: 'Version; every change of the group or its whole roster increases it.' }),
  createdAt: instantReply,
  updatedAt: instantReply,
};

/** A driver group in lists. */
export const groupRow = z.object(fields).meta({ id: 'DriverGroupRow' });

/** A driver group with the ids of its drivers. */
export const groupReply = z.object({ ...fields, driverIds: z.array(z.string()) }).meta({ id: 'DriverGroup' });

/** A driver group in its wire form. */
export function renderGroup({
  value,
  version,
}: {
  readonly value: DriverGroup;
  readonly version: number;
}): z.infer<typeof groupRow> {
  const { id, externalIdentifier: external, name, isActive, createdAt, updatedAt } = value;
  return {
    id,
    firstVersionContractId: id,
    contractId: contractIdOf(id, value.contractVersion),
    externalIdentifier: external,
    name,
    isActive,
    version,
    createdAt,
    updatedAt,
  };
}

/** A driver group for the documentation. */
export const groupExample = {
  id: 'cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
  firstVersionContractId: 'cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
  contractId: 'cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
  externalIdentifier: 'north-depot',
  name: 'North depot',
  isActive: true,
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
