import type { Model } from '../compile-model.ts';

/**
 * Cents of going from each point to each other point on a vehicle of the model's only type: metres, seconds including
 * those of the service there, and the price of a stop wherever the location changes.
 */
export function arcCents(model: Model): Float64Array {
  const { visits, service, points } = model;
  const { travel, centsPerMetre, centsPerSecond, vehicle } = model.types[0]!;
  const { time, distance } = travel;
  const { centsPerStop } = vehicle.cost;
  const locations = pointLocations(model);
  const cents = new Float64Array(points * points);
  for (let a = 0; a < points; a++)
    for (let b = 0; b < points; b++) {
      const arc = a * points + b;
      const stay = b < visits ? service[b]! : 0;
      const stops = b < visits && locations[a] !== locations[b] ? 1 : 0;
      cents[arc] =
        distance[arc]! * centsPerMetre + (time[arc]! + stay) * centsPerSecond + stops * centsPerStop;
    }
  return cents;
}

/** Location of each point of the model's only type, -1 where it has none. */
function pointLocations({ visits, points, locationOf, types }: Model): Int32Array {
  const { startPoint, vehicle } = types[0]!;
  const locations = new Int32Array(points).fill(-1);
  locations.set(locationOf.subarray(0, visits));
  locations[startPoint] = vehicle.start ?? -1;
  return locations;
}
