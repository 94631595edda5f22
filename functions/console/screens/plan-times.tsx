import { useEffect, useRef, useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { refreshAll } from '../kit/live.ts';
import type { Route } from '../kit/types.ts';
import { attempt, Button, problemOf, toast } from '../kit/ui.tsx';
import { planTexts } from '../texts/texts.ts';

const AUTOMATIC = 'console.plan.times';

/** Whether a route has no times, or older ones than its stops, and can have new ones. */
function hasOldTimes({ timesOutOfDate, plannedDeparture, isDispatched, stops }: Route): boolean {
  const isOld = timesOutOfDate || plannedDeparture === null;
  return isOld && !isDispatched && stops.some(({ orders }) => orders.length > 0);
}

/** Calculates the times of routes, one after the other. */
export async function calculateTimes(routes: readonly Pick<Route, 'id'>[]): Promise<void> {
  for (const { id } of routes) await change('POST', `/v1/routes/${id}/calculate-timing`);
}

/** Recalculates the times of all routes that changed: by a button, or after each change where the user prefers that. */
export function PlanTimes({ routes }: { routes: readonly Route[] }) {
  const [isAutomatic, setAutomatic] = useState(localStorage.getItem(AUTOMATIC) === 'true');
  const [busy, setBusy] = useState(false);
  const old = routes.filter(hasOldTimes);
  // A route whose times cannot be calculated is tried once for each of its changes.
  const tried = useRef(new Set<string>());
  const fresh = old.filter(({ id, version }) => !tried.current.has(`${id} ${version}`));
  const run = async (some: readonly Route[], isAsked: boolean) => {
    for (const { id, version } of some) tried.current.add(`${id} ${version}`);
    setBusy(true);
    if (isAsked) await attempt(() => calculateTimes(some), planTexts.routes.calculated);
    else await calculateTimes(some).catch((error) => toast(problemOf(error), 'bad'));
    setBusy(false);
    refreshAll();
  };
  useEffect(() => {
    if (isAutomatic && !busy && fresh.length > 0) void run(fresh, false);
  }, [isAutomatic, busy, fresh.map(({ id, version }) => `${id} ${version}`).join()]);
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={isAutomatic}
          onChange={(event) => {
            localStorage.setItem(AUTOMATIC, String(event.currentTarget.checked));
            setAutomatic(event.currentTarget.checked);
          }}
        />
        {planTexts.routes.automaticTimes}
      </label>
      <Button icon="refresh" busy={busy} disabled={old.length === 0} onClick={() => void run(old, true)}>
        {old.length === 0 ? planTexts.routes.timesCurrent : planTexts.routes.recalculate(old.length)}
      </Button>
    </>
  );
}
