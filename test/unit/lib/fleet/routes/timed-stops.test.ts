import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BreakRule, Stop } from '../../../../../lib/fleet/routes/index.ts';
import { timedStops } from '../../../../../lib/fleet/routes/index.ts';
import { newStop } from '../../../../../lib/fleet/routes/stop.ts';

const MIDNIGHT = Date.parse('2026-03-02T00:00:00.000Z');
const at = (minutes: number) => new Date(MIDNIGHT + minutes * 60_000).toISOString();
const minutesOf = (time: string | null) => (Date.parse(time!) - MIDNIGHT) / 60_000;
const PLACE = { lat: 1, lng: 2 };

const drop = (id: string, minutes: number): Stop =>
  newStop({ id, stopType: 'DROPOFF', objectIds: [id], location: PLACE, serviceTime: minutes * 60 });
const rest = (minutes: number, breakRule: BreakRule | null, id = 'rest'): Stop =>
  newStop({
    id,
    stopType: 'DRIVER_BREAK',
    objectIds: [id],
    location: null,
    breakDuration: minutes * 60,
    breakRule,
  });
const START = newStop({ id: 'start', stopType: 'ROUTE_START', objectIds: [], location: PLACE });
const END = newStop({ id: 'end', stopType: 'ROUTE_END', objectIds: [], location: PLACE });

/** The stops with their times in minutes, every leg as long as given. */
function timed(stops: readonly Stop[], departure: number, leg: number) {
  const legs = stops.map(() => ({ seconds: leg * 60, meters: 1_000 }));
  return timedStops(stops, [], at(departure), legs).map(({ id, arrivalTime, departTime }) => [
    id,
    arrivalTime && minutesOf(arrivalTime),
    departTime && minutesOf(departTime),
  ]);
}

describe('42 2 times of a route with breaks', () => {
  const window = (from: number, to: number): BreakRule => ({ kind: 'window', from: at(from), to: at(to) });

  it('a break is taken where it stands if its window allows, and what follows is later by it', () => {
    expect(timed([START, drop('a', 10), rest(30, window(600, 700)), drop('b', 10), END], 600, 20)).toEqual([
      ['start', 600, 600],
      ['a', 620, 630],
      ['rest', 630, 660],
      ['b', 680, 690],
      ['end', 710, 710],
    ]);
  });

  it('a break that would be missed comes earlier, one whose window is closed yet later', () => {
    const late = [START, drop('a', 10), drop('b', 10), rest(30, window(600, 655)), END];
    expect(timed(late, 600, 20).map(([id]) => id)).toEqual(['start', 'rest', 'a', 'b', 'end']);
    const early = [START, rest(30, window(650, 700)), drop('a', 10), drop('b', 10), END];
    expect(timed(early, 600, 20)).toEqual([
      ['start', 600, 600],
      ['a', 620, 630],
      // It begins on arrival at b, before the work there.
      ['rest', 650, 680],
      ['b', 680, 690],
      ['end', 710, 710],
    ]);
  });

  it('a route that ends before the break is due has it without times', () => {
    expect(timed([START, drop('a', 10), rest(30, window(700, 800)), END], 600, 20)).toEqual([
      ['start', 600, 600],
      ['a', 620, 630],
      ['rest', null, null],
      ['end', 650, 650],
    ]);
  });

  it('nobody works longer than a break after work allows', () => {
    const rule: BreakRule = { kind: 'after-work', seconds: 60 * 60 };
    const stops = ['a', 'b', 'c', 'd'].map((id) => drop(id, 10));
    expect(
      timed([START, ...stops, rest(15, rule, 'r1'), rest(15, rule, 'r2'), END], 600, 20).map(([id]) => id),
    ).toEqual(['start', 'a', 'b', 'r1', 'c', 'd', 'r2', 'end']);
  });

  it('every break lies within its window or has no times, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.record({
          works: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 }),
          leg: fc.integer({ min: 1, max: 40 }),
          from: fc.integer({ min: 600, max: 1_000 }),
          spare: fc.integer({ min: 41, max: 200 }),
          length: fc.integer({ min: 5, max: 60 }),
          place: fc.nat(8),
        }),
        ({ works, leg, from, spare, length, place }) => {
          const stops = works.map((minutes, index) => drop(`${index}`, minutes));
          stops.splice(Math.min(place, stops.length), 0, rest(length, window(from, from + length + spare)));
          const result = timed([START, ...stops, END], 600, leg);
          const [, begin, end] = result.find(([id]) => id === 'rest')!;
          const [, finished] = result.at(-1)!;
          if (begin === null) expect(finished).toBeLessThanOrEqual(from + spare);
          else {
            expect(begin).toBeGreaterThanOrEqual(from);
            expect(end).toBeLessThanOrEqual(from + length + spare);
          }
          // Nobody is in two places.
          const busy = result.filter(([, arrival]) => arrival !== null);
          for (const [index, [, arrival]] of busy.entries())
            if (index > 0) expect(arrival).toBeGreaterThanOrEqual(Number(busy[index - 1]![2]));
        },
      ),
      { numRuns: 300 },
    );
  });
});
