import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineProblem, type JobInput, type Problem } from '../../lib/engines/optimization/index.ts';

/** `distance`: arcs truncated to one decimal. `vehicles`: fewest vehicles first, arcs rounded to 1/1000. */
export type BenchObjective = 'distance' | 'vehicles';

/** A benchmark file as a problem. */
export interface Instance {
  readonly name: string;
  readonly customers: number;
  readonly problem: Problem;
  /** Units of the problem per unit of the file. */
  readonly scale: number;
  /** The file's index of each location. */
  readonly indices: readonly number[];
}

/** Reads a Solomon, Gehring-Homberger or Li-Lim file: the latter has two more columns per row. */
export function readInstance(path: string, objective: BenchObjective): Instance {
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length > 1 && row.every(Number.isFinite));
  const [vehicleCount, capacity] = rows.find((row) => row.length < 7)!;
  const points = rows.filter((row) => row.length >= 7);
  const pairs = points[0]!.length === 9;
  const scale = objective === 'distance' ? 10 : 1000;
  const distances = arcs(points, objective === 'distance' ? truncated : rounded);
  const stop = (row: readonly number[]) => ({
    location: points.indexOf(row as number[]),
    service: Math.round(row[6]! * scale),
    windows: [{ from: Math.round(row[4]! * scale), to: Math.round(row[5]! * scale) }],
  });
  const customers = points.slice(1);
  const byIndex = new Map(points.map((row) => [row[0]!, row]));
  const jobs: JobInput[] = pairs
    ? customers
        .filter((row) => row[8]! > 0)
        .map((row) => ({
          kind: 'pair',
          id: `${row[0]}-${row[8]}`,
          load: [Math.abs(row[3]!)],
          pickup: stop(row),
          delivery: stop(byIndex.get(row[8]!)!),
        }))
    : customers.map((row) => ({ kind: 'delivery', id: String(row[0]), load: [row[3]!], stop: stop(row) }));
  const depot = points[0]!;
  const problem = defineProblem({
    travel: { locationCount: points.length, tables: { car: { durations: distances, distances } } },
    dimensions: ['demand'],
    jobs,
    vehicles: Array.from({ length: vehicleCount! }, (_, v) => ({
      id: `vehicle ${v + 1}`,
      start: 0,
      end: 0,
      capacity: [capacity!],
      shift: { from: Math.round(depot[4]! * scale), to: Math.round(depot[5]! * scale) },
      cost: { centsPerKilometre: 1000 },
    })),
    fleetUse: objective === 'vehicles' ? 'fewest' : 'as-needed',
  });
  return {
    name: basename(path).replace(/\.[^.]*$/, ''),
    customers: customers.length,
    problem,
    scale,
    indices: points.map((row) => row[0]!),
  };
}

function arcs(points: readonly (readonly number[])[], measure: (length: number) => number): Int32Array {
  const matrix = new Int32Array(points.length ** 2);
  for (const [a, from] of points.entries())
    for (const [b, to] of points.entries())
      matrix[a * points.length + b] = measure(Math.hypot(from[1]! - to[1]!, from[2]! - to[2]!));
  return matrix;
}

/** Tenths, cut off; the small summand keeps lengths that are whole tenths whole. */
function truncated(length: number): number {
  return Math.floor(length * 10 + 1e-9);
}

function rounded(length: number): number {
  return Math.round(length * 1000);
}
