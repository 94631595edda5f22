import { isWorthNoting, type Noted } from '../engine/positions.ts';
import type { Store } from '../engine/store.ts';

/** Milliseconds. */
const MAXIMUM_AGE = 5_000;

/** Notes where the phone is until it is ended. The driver has agreed to it. `moved` hears of each place that is noted. */
export function followPosition(store: Store, newId: () => string, moved: (here: Noted) => void): () => void {
  let last: Noted | undefined;
  const watch = navigator.geolocation.watchPosition(
    async ({ coords, timestamp }) => {
      const { latitude, longitude } = coords;
      const here = { lat: latitude, lng: longitude, atMs: timestamp };
      if (last && !isWorthNoting(last, here)) return;
      last = here;
      moved(here);
      const signedIn = await store.recall('signedIn');
      if (!signedIn) return;
      const aheadMs = (await store.recall('aheadMs')) ?? 0;
      await store.addPosition({
        key: newId(),
        courierId: signedIn.courierId,
        occurredAt: new Date(timestamp + aheadMs).toISOString(),
        latitude,
        longitude,
      });
    },
    () => undefined,
    { enableHighAccuracy: true, maximumAge: MAXIMUM_AGE },
  );
  return () => navigator.geolocation.clearWatch(watch);
}
