import { ApiError, change, get } from '../kit/api.ts';
import type { Editing } from '../kit/detail.tsx';
import type { Values } from '../kit/form.tsx';
import type { Route } from '../kit/types.ts';
import { fleetTexts, planTexts } from '../texts/texts.ts';

/** The form that gives a route its driver, vehicle and group. */
export function assignmentOf({ id, courier, vehicle, driverGroup }: Route): Editing {
  return {
    permission: 'WRITE_ROUTE',
    title: planTexts.routes.assign,
    fields: [
      { name: 'courierId', label: fleetTexts.fleet.driver, kind: 'choice', options: 'drivers' },
      { name: 'vehicleId', label: fleetTexts.fleet.vehicle, kind: 'choice', options: 'vehicles' },
      {
        name: 'driverGroupId',
        label: fleetTexts.ownFleet.group,
        kind: 'choice',
        options: 'driverGroups',
        ...(driverGroup ? {} : { nothing: planTexts.routes.groupOfDriver }),
      },
    ],
    initial: {
      courierId: courier?.id ?? null,
      vehicleId: vehicle?.id ?? null,
      driverGroupId: driverGroup?.id ?? null,
    },
    save: async (changed) =>
      change(
        'POST',
        `/v1/routes/${encodeURIComponent(id)}/assign`,
        driverGroup ? changed : await withGroup(changed),
      ),
  };
}

/**
 * An assignment with the group of its driver, where none is chosen and the driver is in one alone.
 *
 * @throws ApiError at the field of the group, if it has to be chosen.
 */
async function withGroup(changed: Values): Promise<Values> {
  const { courierId, vehicleId, driverGroupId } = changed;
  if (driverGroupId || !(courierId || vehicleId)) return changed;
  const groups = courierId
    ? (
        await get<{ readonly firstVersionContractIds: readonly string[] }>(
          `/v1/courier/${encodeURIComponent(String(courierId))}`,
        )
      ).firstVersionContractIds
    : [];
  if (groups.length === 1) return { ...changed, driverGroupId: groups[0] };
  const message =
    courierId && groups.length === 0 ? planTexts.routes.inNoGroup : planTexts.routes.chooseGroup;
  throw new ApiError(422, { error: { message, details: { fields: { driverGroupId: message } } } });
}
