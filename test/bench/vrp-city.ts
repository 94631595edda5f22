import {
  type Coordinates,
  defineProblem,
  estimateTravel,
  type JobInput,
  type Problem,
  type VehicleInput,
} from '../../lib/engines/optimization/index.ts';
import { createTown } from './vrp-town.ts';

const HOUR = 3600;

/**
 * A day of orders in a city of about 25 km across: half around eight centres, half anywhere. Of 100 orders 90 are
 * deliveries (windows of two to four hours or none, weight and volume, some chilled, some needing two people), 6 pairs,
 * 3 pickups, 1 a service stop. There is a vehicle per 25 orders in three depots; of 40 vehicles 18 are cars, 14 trucks,
 * 8 bikes, with early and late shifts, a lunch break for the early ones, and a break after five hours of work for the
 * others. Cars and trucks meet two rush hours.
 */
export function generateCity(orders = 1000): Problem {
  const { random, between, place } = createTown(2026);
  const depots = [
    { lat: 52.46, lng: 13.27 },
    { lat: 52.55, lng: 13.38 },
    { lat: 52.48, lng: 13.5 },
  ];
  const locations: Coordinates[] = [...depots];
  const stop = (windows: boolean) => {
    locations.push(place());
    const from = 8 * HOUR + between(0, 16) * 1800;
    return {
      location: locations.length - 1,
      service: between(60, 240),
      doorstep: between(0, 90),
      ...(windows ? { windows: [{ from, to: from + between(4, 8) * 1800 }] } : {}),
    };
  };
  const jobs: JobInput[] = Array.from({ length: orders }, (_, i): JobInput => {
    const common = {
      id: `order ${i + 1}`,
      priority: random() < 0.1 ? 2 : 0,
      requires: random() < 0.12 ? ['chilled'] : [],
      prefers: random() < 0.08 ? [{ capability: 'two hands', penaltyCents: 300 }] : [],
    };
    if (i % 100 === 0) return { ...common, kind: 'service', stop: stop(true) };
    const load = [between(1, 20), between(1, 12)];
    if (i % 100 < 7) return { ...common, kind: 'pair', load, pickup: stop(false), delivery: stop(true) };
    if (i % 100 < 10) return { ...common, kind: 'pickup', load, stop: stop(true) };
    return { ...common, kind: 'delivery', load, stop: stop(random() < 0.7) };
  });
  const vehicles = Array.from({ length: Math.ceil(orders / 25) }, (_, v): VehicleInput => {
    const early = v % 2 === 0;
    const profile = v % 40 < 18 ? 'car' : v % 40 < 32 ? 'truck' : 'bike';
    return {
      id: `${profile} ${v + 1}`,
      profile,
      start: v % 3,
      end: v % 3,
      shift: early ? { from: 7 * HOUR, to: 16 * HOUR } : { from: 11 * HOUR, to: 20 * HOUR },
      breaks: early
        ? [{ kind: 'window', window: { from: 11 * HOUR, to: 13 * HOUR }, duration: 1800 }]
        : [{ kind: 'after-work', after: 5 * HOUR, duration: 1200 }],
      capacity: { car: [400, 250], truck: [900, 700], bike: [120, 80] }[profile],
      capabilities: [...(v % 3 === 0 ? ['chilled'] : []), ...(profile === 'truck' ? ['two hands'] : [])],
      parkingTime: { car: 60, truck: 90, bike: 15 }[profile],
      departureDelay: 300,
      maxDistance: profile === 'bike' ? 70_000 : 250_000,
      cost: {
        fixedCents: { car: 4000, truck: 7000, bike: 1500 }[profile],
        centsPerKilometre: { car: 35, truck: 60, bike: 5 }[profile],
        centsPerHour: 2200,
        centsPerStop: 10,
      },
    };
  });
  const speedPeriods = [
    { from: 7 * HOUR, to: 9 * HOUR, percent: 70 },
    { from: 16 * HOUR, to: 18 * HOUR, percent: 65 },
  ];
  return defineProblem({
    travel: { model: estimateTravel({ speedPeriods }), locations },
    dimensions: ['weight', 'volume'],
    jobs,
    vehicles,
    clusterPenaltyCents: 0,
  });
}
