import { expect, it } from 'vitest';
import type { Route, Stop } from '../../../../../lib/fleet/routes/index.ts';
import { factOfRoute } from '../../../../../lib/operations/insight/facts-of-route.ts';

const at = (time: string) => `2026-03-30T${time}:00.000Z`;

const stop = (
  status: Stop['status'],
  history: readonly [Stop['status'], string][],
  meters: number,
  planned: string | null = null,
) =>
  ({
    status,
    statusHistory: history.map(([of, time]) => ({ status: of, created_at: at(time) })),
    distanceFromPrevious: meters,
    plannedArrivalTime: planned === null ? null : at(planned),
  }) as unknown as Stop;

const route = {
  organizationId: 'org_a',
  id: 'rte_1',
  completedAt: at('12:00'),
  actualDeparture: at('09:00'),
  plannedDeparture: at('08:30'),
  plannedCompletion: at('11:00'),
  storeLocationIds: ['store_y', 'store_x'],
  driverGroup: { id: 'cntr_1' },
  courier: { id: 'cou_1' },
  providerId: null,
  dispatchStrategyId: null,
  stopsOnTime: 1,
} as unknown as Route;

it('46 1: a route counts once, with its stops, its time on the way, and what was planned', () => {
  const stops = [
    stop(
      'COMPLETED',
      [
        ['IN_PROGRESS', '09:10'],
        ['COMPLETED', '09:20'],
      ],
      1_000,
    ),
    stop(
      'COMPLETED',
      [
        ['IN_PROGRESS', '11:00'],
        ['COMPLETED', '11:05'],
      ],
      2_500,
    ),
    stop('SKIPPED', [['SKIPPED', '11:30']], 500),
  ];
  expect(factOfRoute({ value: route, version: 7 }, stops, undefined)).toEqual({
    organizationId: 'org_a',
    minute: '2026-03-30T12:00',
    id: 'rte_1',
    revision: 14,
    about: { routeId: 'rte_1' },
    places: { store: ['store_x', 'store_y'], driverGroup: ['cntr_1'], driver: ['cou_1'] },
    sums: {
      routes: 1,
      routeStops: 3,
      stopsDone: 2,
      stopsSkipped: 1,
      stopsOnTime: 1,
      plannedMeters: 4_000,
      dwells: 2,
      dwellSeconds: 15 * 60,
      drivenSeconds: 3 * 3_600,
      stopsDriven: 2,
      comparedDrivenSeconds: 3 * 3_600,
      comparedPlannedSeconds: 2.5 * 3_600,
    },
  });
});

it('46 1: a route that has not come to an end does not count', () => {
  expect(factOfRoute({ value: { ...route, completedAt: null }, version: 7 }, [], 5_000)).toBeUndefined();
});

it('46 1: stops count as in order when they are reached after the one planned before them', () => {
  const visited = (planned: string, reached: string) =>
    stop(
      'COMPLETED',
      [
        ['IN_PROGRESS', reached],
        ['COMPLETED', reached],
      ],
      100,
      planned,
    );
  // Planned 1, 2, 3, 4; driven 1, 3, 2, 4: of three pairs, the one of 2 and 3 is the other way round.
  const stops = [
    visited('09:00', '09:00'),
    visited('10:00', '11:00'),
    visited('09:30', '09:40'),
    visited('09:20', '10:30'),
  ];
  expect(factOfRoute({ value: route, version: 1 }, stops, undefined)?.sums).toMatchObject({
    stopPairs: 3,
    stopPairsInOrder: 2,
  });
});

it('46 1: the driven distance counts beside what was planned for the same way, without the drive home', () => {
  const done = (meters: number | null) =>
    ({ ...stop('COMPLETED', [['COMPLETED', '09:20']], 0), distanceFromPrevious: meters }) as Stop;
  const home = { ...stop('PENDING', [], 9_000), stopType: 'ROUTE_END' } as Stop;
  const sumsOf = (stops: readonly Stop[], meters: number | undefined) =>
    factOfRoute({ value: route, version: 1 }, stops, meters)!.sums;
  expect(sumsOf([done(null), done(1_000), done(2_500), home], 4_200)).toMatchObject({
    plannedMeters: 12_500,
    routesTracked: 1,
    drivenMeters: 4_200,
    comparedDrivenMeters: 4_200,
    comparedPlannedMeters: 3_500,
  });
  // Without a plan there is nothing to compare with, and without positions nothing was measured.
  expect(sumsOf([done(null), done(1_000), done(null)], 4_200)).not.toHaveProperty('comparedDrivenMeters');
  for (const field of ['routesTracked', 'drivenMeters', 'comparedPlannedMeters'])
    expect(sumsOf([done(null), done(1_000)], undefined)).not.toHaveProperty(field);
  const revision = (meters?: number) =>
    factOfRoute({ value: route, version: 3 }, [done(null)], meters)!.revision;
  expect(revision(4_200)).toBeGreaterThan(revision());
});
