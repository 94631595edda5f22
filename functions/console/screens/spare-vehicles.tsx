import { change } from '../kit/api.ts';
import { can } from '../kit/me.ts';
import { go } from '../kit/router.ts';
import { ActionButton, toast } from '../kit/ui.tsx';
import { remediesTexts } from '../texts/late-texts.ts';
import { planning } from './late-failures.ts';

/** A vehicle that a run did not have and that could take an order, as the API names it. */
export interface Spare {
  readonly vehicleId: string;
  readonly name: string;
  readonly driverName: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Plans again for review: nothing is changed before somebody saves the routes. */
export async function planForReview(
  planAgain: Fields,
  done = remediesTexts.remedy.plannedAgain,
): Promise<void> {
  const body = { ...planAgain, save: false };
  const { id } = await planning(() => change<{ id: string }>('POST', '/v1/activities/optimization', body));
  go(`/optimization/${id}`);
  toast(done);
}

/** Vehicles for an order that was left out, each with which one click plans again; without any, the way to a new one. */
export function SpareVehicles({
  spares,
  planAgain,
}: {
  spares: readonly Spare[];
  /** Body of the request that plans the same orders. */
  planAgain: Fields;
}) {
  if (spares.length === 0) {
    return (
      <div>
        {remediesTexts.remedy.noSpare}{' '}
        {can('WRITE_FLEET') && (
          <a class="button" href="#/fleet?tab=vehicles&new=1">
            {remediesTexts.remedy.addVehicle}
          </a>
        )}
      </div>
    );
  }
  const before = (planAgain.spareVehicleIds ?? []) as readonly string[];
  return (
    <div class="actions">
      {remediesTexts.remedy.spares}
      {spares.map(({ vehicleId, name, driverName }) => (
        <ActionButton
          key={vehicleId}
          title={remediesTexts.remedy.spareHelp}
          run={() =>
            planForReview(
              { ...planAgain, spareVehicleIds: [...before, vehicleId] },
              remediesTexts.remedy.plannedWith(name),
            )
          }
        >
          {remediesTexts.remedy.spare(name, driverName)}
        </ActionButton>
      ))}
    </div>
  );
}
