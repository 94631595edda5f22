import type { Route, Stop } from '../kit/types.ts';

/** Seconds by which a route is late at a stop; 0 in time. */
export function lateSeconds(route: Pick<Route, 'health'>, stop: Pick<Stop, 'id'>): number {
  const late = (route.health?.violations ?? []).filter(
    ({ type, stopId }) => type === 'late' && stopId === stop.id,
  );
  return Math.max(0, ...late.map(({ amount }) => amount));
}
