import * as z from 'zod';
import {
  create,
  defineEntity,
  type Operation,
  remove,
  type Stored,
  type Table,
} from '../../platform/table/index.ts';

const claimSchema = z.object({
  organizationId: z.string(),
  /** Noun for the owner of the external identifier. */
  kind: z.enum(['driver-group', 'driver', 'vehicle']),
  externalIdentifier: z.string(),
  /** Id of its owner. */
  id: z.string(),
});
type FleetExternalId = z.infer<typeof claimSchema>;
export type FleetKind = FleetExternalId['kind'];

/** The group, driver or vehicle with an external identifier, which is unique within its kind. */
export const fleetExternalIdEntity = defineEntity<
  FleetExternalId,
  Pick<FleetExternalId, 'organizationId' | 'kind' | 'externalIdentifier'>
>({
  name: 'fleetExternalId',
  schema: claimSchema,
  partition: ({ organizationId, kind, externalIdentifier }) => ({
    organizationId,
    type: `${kind}-external-id`,
    id: externalIdentifier,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Owner of an external identifier. 1 call. */
export function findExternalId(
  table: Table,
  claim: { organizationId: string; kind: FleetKind; externalIdentifier: string },
): Promise<Stored<FleetExternalId> | undefined> {
  return table.get(fleetExternalIdEntity, claim);
}

/**
 * The writes that move the claim when the external identifier of `id` changes: none, 1 or 2 members. `isTaken` when
 * another object already has the new one. At most 2 calls, and only when the identifier changes.
 */
export async function claimExternalId(
  table: Table,
  of: { organizationId: string; kind: FleetKind; id: string },
  before: string | undefined,
  after: string | undefined,
): Promise<{ readonly operations: readonly Operation[]; readonly isTaken: boolean }> {
  if (before === after) return { operations: [], isTaken: false };
  const { organizationId, kind } = of;
  const operations: Operation[] = [];
  if (before !== undefined) {
    const held = await findExternalId(table, { organizationId, kind, externalIdentifier: before });
    if (held) operations.push(remove(fleetExternalIdEntity, held));
  }
  if (after !== undefined) {
    const held = await findExternalId(table, { organizationId, kind, externalIdentifier: after });
    if (held) return { operations: [], isTaken: held.value.id !== of.id };
    operations.push(create(fleetExternalIdEntity, { ...of, externalIdentifier: after }));
  }
  return { operations, isTaken: false };
}
