import type { Route } from '../../../../../../lib/engines/optimization/index.ts';

/** A route of which only the vehicle and its jobs matter. */
export function routeOf(vehicle: string, jobs: readonly string[]): Route {
  const visits = jobs.map((job) => ({
    job,
    kind: 'delivery' as const,
    location: 0,
    arrival: 0,
    parking: 0,
    waiting: 0,
    start: 0,
    departure: 0,
    load: [],
    distanceFromPrevious: 0,
    travelFromPrevious: 0,
  }));
  return {
    vehicle,
    start: 0,
    end: 0,
    visits,
    breaks: [],
    startLoad: [],
    distance: 0,
    travelTime: 0,
    serviceTime: 0,
    waitingTime: 0,
    breakTime: 0,
    costs: {
      fixed: 0,
      distance: 0,
      time: 0,
      stops: 0,
      preferences: 0,
      balance: 0,
      clusters: 0,
      leftOut: 0,
      total: 0,
    },
  };
}
