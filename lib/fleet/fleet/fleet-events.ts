import * as z from 'zod';
import { auditedChange } from '../../platform/audit/index.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { defineEvent, type EventKind } from '../../platform/events/index.ts';
import type { Operation, Partition } from '../../platform/table/index.ts';

const fleetEventData = z.object({
  id: z.string(),
  externalIdentifier: z.string().nullable(),
  /** Names of the changed fields. */
  changedFields: z.array(z.string()),
});
type FleetEventData = z.infer<typeof fleetEventData>;

function fleetEvent(name: string, summary: string): EventKind<FleetEventData> {
  return defineEvent({ name, schema: fleetEventData, summary });
}

export const driverGroupCreated = fleetEvent('driver_group.created', 'A driver group was created.');
export const driverGroupUpdated = fleetEvent('driver_group.updated', 'A driver group or its roster changed.');
export const driverCreated = fleetEvent('driver.created', 'A driver was created.');
export const driverUpdated = fleetEvent(
  'driver.updated',
  'A driver, or the groups a driver belongs to, changed.',
);
export const vehicleCreated = fleetEvent('vehicle.created', 'A vehicle was created.');
export const vehicleUpdated = fleetEvent('vehicle.updated', 'A vehicle changed.');
export const shiftCreated = fleetEvent('shift.created', 'A shift was created.');
export const shiftUpdated = fleetEvent('shift.updated', 'A shift changed.');

type Fields = Readonly<Record<string, unknown>>;

/** Fields that say nothing about the change. */
const BOOKKEEPING = new Set(['organizationId', 'id', 'createdAt', 'updatedAt', 'roster', 'rosterParts']);

/** Names of the fields that differ, without those that every write changes. */
export function changedNames(before: Fields | undefined, after: Fields): readonly string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  return names.filter((name) => !BOOKKEEPING.has(name) && !sameValue(before?.[name], after[name]));
}

/** The writes that report a change: its event and its entry in the audit log. */
export function recordFleetChange(
  kind: EventKind<FleetEventData>,
  origin: Origin,
  change: {
    readonly aggregate: Partition;
    /** Version of the root after the change. */
    readonly version: number;
    readonly at: string;
    readonly before: Fields | undefined;
    readonly after: Fields;
    /** Groups and vehicles are configuration and therefore audited; drivers and shifts change every day. */
    readonly isConfiguration: boolean;
  },
): readonly Operation[] {
  const { aggregate, version, at, before, after, isConfiguration } = change;
  const { externalIdentifier } = after;
  return [
    kind.record({
      aggregate,
      cause: `v${version}`,
      occurredAt: at,
      data: {
        id: aggregate.id,
        externalIdentifier: typeof externalIdentifier === 'string' ? externalIdentifier : null,
        changedFields: [...changedNames(before, after)],
      },
    }),
    auditedChange(origin, {
      entityType: aggregate.type,
      entityId: aggregate.id,
      action: before ? 'updated' : 'created',
      at,
      before: before ?? null,
      after,
      isConfiguration,
    }),
  ];
}
