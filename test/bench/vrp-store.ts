import {
  type Coordinates,
  defineProblem,
  estimateTravel,
  type JobInput,
  type Problem,
} from '../../lib/engines/optimization/index.ts';
import { createTown } from './vrp-town.ts';

const HOUR = 3600;

/**
 * A day of one store's deliveries: windows of one to four hours for nine orders in ten, weight and volume, one order
 * that is too heavy for any van. All vans are alike: they and their drivers cost by the day, kilometre, hour and stop,
 * work at most eight hours and take at most forty orders.
 */
export function generateStore(orders = 300): Problem {
  const { random, between, place } = createTown(7);
  const locations: Coordinates[] = [{ lat: 52.5, lng: 13.4 }];
  const jobs = Array.from({ length: orders }, (_, i): JobInput => {
    locations.push(place());
    const from = 9 * HOUR + between(0, 20) * 1800;
    return {
      kind: 'delivery',
      id: `order ${i + 1}`,
      load: [i === 0 ? 5000 : between(2, 40), between(2, 30)],
      stop: {
        location: locations.length - 1,
        service: between(90, 300),
        ...(random() < 0.9 ? { windows: [{ from, to: from + between(2, 8) * 1800 }] } : {}),
      },
    };
  });
  return defineProblem({
    travel: { model: estimateTravel(), locations },
    dimensions: ['weight', 'volume'],
    jobs,
    vehicles: Array.from({ length: Math.ceil(orders / 10) }, (_, v) => ({
      id: `van ${v + 1}`,
      start: 0,
      end: 0,
      shift: { from: 8 * HOUR, to: 21 * HOUR },
      capacity: [600, 450],
      maxOrders: 40,
      maxDuration: 8 * HOUR,
      departureDelay: 600,
      parkingTime: 60,
      cost: { fixedCents: 3000, centsPerKilometre: 40, centsPerHour: 2000, centsPerStop: 20 },
    })),
  });
}
