import {
  type Coordinates,
  estimateTravel,
  type JobInput,
  type ProblemInput,
  type VehicleInput,
} from '../../lib/engines/optimization/index.ts';
import { createTown } from './vrp-town.ts';

const HOUR = 3600;

/**
 * A day in a region of about 80 km across: orders around depots that are near enough to each other that many orders
 * could be served from two or three of them. Of 100 orders 94 are deliveries, 6 pairs; windows, weight and volume, some
 * chilled. There is a vehicle per 20 orders, cars and trucks, with early and late shifts and lunch breaks.
 */
export function generateRegion(orders = 5_000, depotCount = 20, perVehicle = 20): ProblemInput {
  const { random, between } = createTown(2028);
  const spread = () => random() + random() + random() - 1.5;
  const depots = Array.from({ length: depotCount }, () => ({
    lat: 52.1 + random() * 0.75,
    lng: 12.8 + random() * 1.2,
  }));
  const locations: Coordinates[] = [...depots];
  const place = (): Coordinates => {
    const { lat, lng } = depots[between(0, depotCount - 1)]!;
    return { lat: lat + spread() * 0.09, lng: lng + spread() * 0.15 };
  };
  const stop = (windows: boolean) => {
    locations.push(place());
    const from = 8 * HOUR + between(0, 16) * 1800;
    return {
      location: locations.length - 1,
      service: between(60, 240),
      ...(windows ? { windows: [{ from, to: from + between(4, 8) * 1800 }] } : {}),
    };
  };
  const jobs = Array.from({ length: orders }, (_, i): JobInput => {
    const common = {
      id: `order ${i + 1}`,
      requires: random() < 0.12 ? ['chilled'] : [],
      load: [between(1, 20), between(1, 12)],
    };
    if (i % 100 < 6) {
      const delivery = stop(random() < 0.7);
      const from = locations[delivery.location]!;
      locations.push({ lat: from.lat + spread() * 0.03, lng: from.lng + spread() * 0.05 });
      return { ...common, kind: 'pair', pickup: { location: locations.length - 1, service: 120 }, delivery };
    }
    return { ...common, kind: 'delivery', stop: stop(random() < 0.7) };
  });
  const vehicles = Array.from({ length: Math.ceil(orders / perVehicle) }, (_, v): VehicleInput => {
    const early = Math.floor(v / depotCount) % 2 === 0;
    const profile = v % 3 === 0 ? 'truck' : 'car';
    return {
      id: `${profile} ${v + 1}`,
      profile,
      start: v % depotCount,
      end: v % depotCount,
      shift: early ? { from: 7 * HOUR, to: 16 * HOUR } : { from: 11 * HOUR, to: 20 * HOUR },
      breaks: early ? [{ kind: 'window', window: { from: 11 * HOUR, to: 13 * HOUR }, duration: 1800 }] : [],
      capacity: { car: [400, 250], truck: [900, 700] }[profile],
      capabilities: v % 5 < 2 ? ['chilled'] : [],
      cost: {
        fixedCents: { car: 4000, truck: 6000 }[profile],
        centsPerKilometre: { car: 35, truck: 50 }[profile],
        centsPerHour: 2200,
      },
    };
  });
  return { travel: { model: estimateTravel(), locations }, dimensions: ['weight', 'volume'], jobs, vehicles };
}
