import { describe, expect, it } from 'vitest';
import { checkPlan, type PeerPlan, type PeerVisit } from './check-plan.ts';
import { type PeerInstance, richInstances } from './instance.ts';

/** Places in a row, 100 metres and 10 seconds apart; the depot is the first. */
function row(changes: Partial<PeerInstance> = {}): PeerInstance {
  const places = [0, 1, 2, 3];
  const stop = (location: number, to = 1_000) => ({ location, service: 5, window: [0, to] as const });
  return {
    name: 'row',
    kind: 'rich',
    distances: places.map((a) => places.map((b) => 100 * Math.abs(a - b))),
    durations: places.map((a) => places.map((b) => 10 * Math.abs(a - b))),
    jobs: [
      { kind: 'delivery', load: [4], skills: [], stop: stop(1) },
      { kind: 'delivery', load: [4], skills: [7], stop: stop(2, 40) },
      { kind: 'pair', load: [5], skills: [], stop: stop(3), pickup: stop(1) },
      { kind: 'pickup', load: [6], skills: [], stop: stop(2) },
    ],
    vehicles: [
      { depot: 0, shift: [0, 200], capacity: [10], skills: [7], fixed: 1_000 },
      { depot: 0, shift: [0, 50], capacity: [10], skills: [], fixed: 500 },
    ],
    reloads: false,
    ...changes,
  };
}

const drop = (job: number): PeerVisit => ({ job, kind: 'delivery' });
const take = (job: number): PeerVisit => ({ job, kind: 'pickup' });
const judge = (visits: readonly PeerVisit[], changes: Partial<PeerInstance> = {}, vehicle = 0) =>
  checkPlan(row(changes), { routes: [{ vehicle, visits }] });

describe('42 9 the checker of the comparison', () => {
  it('adds up vehicles, metres, and what is left out', () => {
    expect(judge([drop(0), drop(1)])).toEqual({ fault: undefined, cost: 1_400, leftOut: 2, vehicles: 1 });
    expect(judge([take(2), drop(2)])).toMatchObject({ fault: undefined, cost: 1_600, leftOut: 3 });
  });

  it.each([
    ['a full vehicle', [drop(0), drop(1), take(2), drop(2)], undefined],
    ['more than it holds at the start', [take(2), drop(0), drop(1), drop(2)], 'it carries 13 of 10'],
    ['more than it holds after pickups', [take(2), take(3), drop(2)], 'it carries 11 of 10'],
    ['a delivery before its pickup', [drop(2), take(2)], 'before it is picked up'],
    ['a pickup without its delivery', [take(2)], 'never delivered'],
    ['a late service', [drop(0), take(2), drop(2), drop(1)], 'seconds late'],
    ['an unknown job', [drop(9)], 'there is no job 9'],
    ['a job twice', [drop(0), drop(0)], 'served twice'],
    ['a reload where there are none', [drop(0), { kind: 'reload' }, drop(1)], 'it reloads'],
    ['a pickup of a delivery', [take(0)], 'has no pickup'],
  ] as const)('%s', (_, visits, fault) => {
    const verdict = judge(visits);
    if (fault === undefined) expect(verdict.fault).toBeUndefined();
    else expect(verdict.fault).toContain(fault);
  });

  it('wants skills, the end of the shift, and a vehicle of its own for each route', () => {
    expect(judge([drop(1)], {}, 1).fault).toContain('needs another vehicle');
    expect(judge([take(2), drop(2)], {}, 1).fault).toContain('after its shift');
    expect(judge([drop(0)], {}, 5).fault).toContain('there is no vehicle 5');
    const twice: PeerPlan = { routes: [0, 1].map((job) => ({ vehicle: 0, visits: [drop(job)] })) };
    expect(checkPlan(row(), twice).fault).toContain('two routes');
  });

  it('a vehicle that comes back is empty again', () => {
    const jobs = row().jobs.map((job) => ({ ...job, load: [8] }));
    expect(judge([drop(0), drop(1)], { jobs, reloads: true }).fault).toContain('it carries 16');
    const back = judge([drop(1), { kind: 'reload' }, drop(0)], { jobs, reloads: true });
    expect(back).toMatchObject({ fault: undefined, cost: 1_600 });
  });

  it('a break has to fit between the stops, unless the route ends before it is due', () => {
    const withPause = (from: number, to: number, seconds: number) => ({
      vehicles: row().vehicles.map((vehicle) => ({
        ...vehicle,
        pause: { window: [from, to] as const, seconds },
      })),
    });
    expect(judge([drop(0)], withPause(30, 60, 500)).fault).toBeUndefined();
    expect(judge([take(2), drop(2)], withPause(20, 30, 30)).fault).toBeUndefined();
    expect(judge([take(2), drop(2)], withPause(20, 30, 300)).fault).toBe(
      'route of vehicle 0: its break fits nowhere',
    );
  });
});

it('42 9 the rich instances are always the same, and no job is impossible alone', () => {
  const [first, ...rest] = richInstances();
  expect(JSON.stringify([first, ...rest])).toBe(JSON.stringify(richInstances()));
  expect(rest).toHaveLength(9);
  for (const instance of [first!, ...rest]) {
    for (const [job, { kind }] of instance.jobs.entries()) {
      const visits = kind === 'pair' ? [take(job), drop(job)] : kind === 'pickup' ? [take(job)] : [drop(job)];
      const faults = instance.vehicles.map(
        (_, vehicle) => checkPlan(instance, { routes: [{ vehicle, visits }] }).fault,
      );
      expect(faults, `${instance.name}, job ${job}`).toContain(undefined);
    }
  }
});
