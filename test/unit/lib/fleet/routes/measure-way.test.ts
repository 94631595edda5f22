import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureWay, type PlaceInTime } from '../../../../../lib/fleet/routes/measure-way.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';

const START = Date.parse('2026-03-30T09:00:00.000Z');
const METERS_PER_DEGREE = 111_195;
const at = (seconds: number) => new Date(START + 1_000 * seconds).toISOString();

/** A place north of the depot, by metres and by seconds after the departure. */
const place = (meters: number, seconds: number, accuracy: number | null = null): PlaceInTime => ({
  lat: meters / METERS_PER_DEGREE,
  lng: 0,
  at: at(seconds),
  accuracy,
});

const span = (seconds: number) => ({ from: at(0), to: at(seconds) });

describe('46 1: the driven distance of a route', () => {
  it('is the length of the way: there and back is twice', () => {
    const way = [place(0, 0), place(500, 60), place(1_000, 120), place(500, 180), place(0, 240)];
    expect(measureWay(way, span(240))).toBe(2_000);
  });

  it('does not depend on the order in which positions came, nor on their number', () => {
    const way = Array.from({ length: 41 }, (_, index) => place(100 * index, 20 * index));
    expect(measureWay(way.toReversed(), span(800))).toBe(4_000);
    expect(measureWay([...way, ...way], span(800))).toBe(4_000);
  });

  it('does not grow while the courier stands at a stop, however much the positions are scattered', () => {
    const there = [place(0, 0), place(600, 60)];
    const waiting = Array.from({ length: 60 }, (_, index) =>
      place(600 + (index % 2 ? 12 : -12), 80 + 20 * index),
    );
    expect(measureWay([...there, ...waiting], span(1_280))).toBe(600);
  });

  it('leaves out a position that is inexact, and one that nobody could have reached', () => {
    const way = [place(0, 0), place(400, 60), place(800, 120)];
    expect(measureWay([...way, place(3_000, 30, 500), place(90_000, 90)], span(120))).toBe(800);
  });

  it('counts what was driven on the route alone', () => {
    const way = [place(-5_000, -300), place(0, 0), place(800, 120), place(9_000, 900)];
    expect(measureWay(way, span(120))).toBe(800);
  });

  it.each([
    ['without a position', [], 600],
    [
      'with a silence of more than five minutes in which the courier drove',
      [place(0, 0), place(4_000, 301)],
      301,
    ],
    ['with none in the first five minutes', [place(0, 301), place(100, 320)], 320],
    ['with none in the last five minutes', [place(0, 0), place(100, 20)], 321],
  ])('is not known %s', (_, way, seconds) => {
    expect(measureWay(way as PlaceInTime[], span(seconds as number))).toBeUndefined();
  });

  it('is known after a silence at a stop', () => {
    expect(measureWay([place(0, 0), place(600, 60), place(650, 3_600)], span(3_600))).toBe(650);
  });

  it('is at most the length of any way that leads through all positions, and at least the straight line', () => {
    const legs = fc.array(
      fc.record({ north: fc.integer({ min: -300, max: 300 }), seconds: fc.integer({ min: 10, max: 250 }) }),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(legs, (drawn) => {
        let [meters, seconds, driven] = [0, 0, 0];
        const way = [place(0, 0)];
        for (const leg of drawn) {
          meters += leg.north;
          seconds += leg.seconds;
          driven += Math.abs(leg.north);
          way.push(place(meters, seconds));
        }
        const measured = measureWay(way, span(seconds))!;
        expect(measured).toBeLessThanOrEqual(driven + 1);
        expect(measured).toBeGreaterThanOrEqual(Math.abs(meters) - 26);
      }),
      { numRuns: propertyRuns(200, 5_000) },
    );
  });
});
