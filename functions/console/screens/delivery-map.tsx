import { useMemo } from 'preact/hooks';
import type { MapPoint } from '../kit/map-shapes.ts';
import { Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { COURIER, DOOR, STORE } from './map-places.ts';
import { WorkMap } from './work-map.tsx';

/** A place with what it is called. */
export interface Place {
  readonly lat: number;
  readonly lng: number;
  readonly title: string;
}

/** Ways from pickups to dropoffs, and where the couriers are now; nothing while no place is known. */
export function DeliveryMap({
  name,
  ways,
  couriers,
}: {
  name: string;
  ways: readonly { readonly pickup: Place | undefined; readonly dropoff: Place | undefined }[];
  couriers: readonly Place[];
}) {
  const key = JSON.stringify([ways, couriers]);
  const points = useMemo<readonly MapPoint[]>(() => {
    const isSingle = ways.length === 1;
    const mark = (
      id: string,
      look: typeof STORE | typeof DOOR | typeof COURIER,
      label: string,
      place: Place,
    ) => ({
      ...look,
      id,
      at: [place.lng, place.lat] as const,
      title: `${label}\n${place.title}`,
      ...(isSingle ? { label } : {}),
    });
    return [
      ...ways.flatMap(({ pickup, dropoff }, index) => [
        ...(pickup ? [mark(`pickup ${index}`, STORE, m.orders.pickup, pickup)] : []),
        ...(dropoff ? [mark(`dropoff ${index}`, DOOR, m.orders.dropoff, dropoff)] : []),
      ]),
      ...couriers.map((place, index) => mark(`courier ${index}`, COURIER, m.orders.courier, place)),
    ];
  }, [key]);
  const lines = useMemo(
    () =>
      ways.flatMap(({ pickup, dropoff }, index) =>
        pickup && dropoff
          ? [
              {
                id: `way ${index}`,
                path: [
                  [pickup.lng, pickup.lat],
                  [dropoff.lng, dropoff.lat],
                ] as const,
                color: DOOR.color,
                width: 2,
                dim: true,
              },
            ]
          : [],
      ),
    [key],
  );
  if (points.length === 0) return null;
  return (
    <Section title={m.map.title}>
      <WorkMap label={m.map.of(name)} points={points} lines={lines} fit={`${points.length}`} height="300px" />
    </Section>
  );
}
