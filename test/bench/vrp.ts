import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { defineProblem, type Solution, solve } from '../../lib/engines/optimization/index.ts';
import { ROUNDS } from '../../lib/fleet/planning/index.ts';
import { solveInParts } from './solve-in-parts.ts';
import { generateCity } from './vrp-city.ts';
import { type BenchObjective, type Instance, readInstance } from './vrp-instance.ts';
import { generateRegion } from './vrp-region.ts';
import { generateStore } from './vrp-store.ts';

/** Gap to the best known of one instance. */
interface Row {
  readonly name: string;
  readonly vehicles: number;
  readonly distance: number;
  readonly bestVehicles: number;
  readonly bestDistance: number;
}

/** What is printed of a file. */
interface Report {
  readonly instance: string;
  readonly customers: number;
  readonly vehicles: number;
  readonly distance: number;
  readonly unassigned: number;
  readonly seconds: number;
  readonly iterations: number;
  readonly seed: number;
}

const { values: flags, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    objective: { type: 'string', default: 'distance' },
    solutions: { type: 'string' },
    best: { type: 'string' },
    cpu: { type: 'boolean', default: false },
    city: { type: 'boolean', default: false },
    store: { type: 'boolean', default: false },
    region: { type: 'boolean', default: false },
    parts: { type: 'string', default: '1' },
  },
});

await main();

async function main(): Promise<void> {
  const seconds = Number(flags.seconds);
  const seed = Number(flags.seed);
  const objective = flags.objective;
  if (
    !(seconds > 0) ||
    !Number.isInteger(seed) ||
    !isObjective(objective) ||
    [files.length > 0, flags.city, flags.store, flags.region].filter(Boolean).length !== 1
  ) {
    console.error(
      'usage: bench:vrp -- [--seconds S] [--seed N] [--objective distance|vehicles] [--solutions DIR] [--best FILE] [--cpu] FILE... | --city | --store | --region [--parts N]',
    );
    process.exitCode = 2;
    return;
  }
  const now = flags.cpu ? cpuMilliseconds : () => performance.now();
  if (flags.city || flags.store) {
    await solveDay(flags.city ? 'city' : 'store', { seconds, seed, now });
    return;
  }
  if (flags.region) {
    await solveRegion(seconds, Number(flags.parts), now);
    return;
  }
  const best = flags.best === undefined ? undefined : JSON.parse(readFileSync(flags.best, 'utf8'));
  const rows: Row[] = [];
  for (const file of files) {
    const report: Report =
      files.length > 1 ? solveApart(file) : await solveFile(file, { seconds, seed, objective, now });
    console.log(JSON.stringify(report));
    const known =
      best?.[report.instance.toUpperCase()]?.[objective === 'distance' ? 'dimacs' : 'hierarchical'];
    if (known !== undefined)
      rows.push({
        name: report.instance,
        vehicles: report.vehicles,
        distance: report.distance,
        bestVehicles: known.vehicles,
        bestDistance: known.cost,
      });
  }
  if (rows.length > 0) printTable(rows);
}

/** Solves a file in a separate process: what the compiler has learnt from one problem makes it slower on the next. */
function solveApart(file: string): Report {
  const { seconds, seed, objective, solutions, cpu } = flags;
  const options = ['--seconds', seconds, '--seed', seed, '--objective', objective];
  if (solutions !== undefined) options.push('--solutions', solutions);
  if (cpu) options.push('--cpu');
  const line = execFileSync(
    process.execPath,
    [...process.execArgv, import.meta.filename, ...options, '--', file],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  // The child's own line.
  return JSON.parse(line) as Report;
}

async function solveFile(
  file: string,
  options: { seconds: number; seed: number; objective: BenchObjective; now: () => number },
): Promise<Report> {
  const { seconds, seed, objective, now } = options;
  const instance = readInstance(file, objective);
  const startedAt = now();
  const solution = await solve(instance.problem, { seed, timeLimitMs: seconds * 1000, now });
  const elapsed = (now() - startedAt) / 1000;
  if (flags.solutions !== undefined) writeSolution(flags.solutions, file, instance, solution);
  return {
    instance: instance.name,
    customers: instance.customers,
    vehicles: solution.routes.length,
    distance: Number((solution.statistics.distance / instance.scale).toFixed(3)),
    unassigned: solution.unassigned.length,
    seconds: Number(elapsed.toFixed(3)),
    iterations: solution.statistics.iterations,
    seed,
  };
}

/** A generated day of a city, or of one store: cost against time. */
async function solveDay(
  day: 'city' | 'store',
  { seconds, seed, now }: { seconds: number; seed: number; now: () => number },
): Promise<void> {
  const problem = day === 'city' ? generateCity() : generateStore();
  const startedAt = now();
  const solution = await solve(problem, { seed, timeLimitMs: seconds * 1000, now });
  console.log(
    JSON.stringify({
      instance: day,
      orders: problem.jobs.length,
      vehicles: solution.routes.length,
      unassigned: solution.unassigned.length,
      cost: solution.costs.total / 100,
      kilometres: Math.round(solution.statistics.distance / 1000),
      hours: Math.round(solution.statistics.duration / 3600),
      breaks: solution.routes.reduce((sum, route) => sum + route.breaks.length, 0),
      seconds: Number(((now() - startedAt) / 1000).toFixed(3)),
      iterations: solution.statistics.iterations,
      seed,
    }),
  );
}

/**
 * A region of 5,000 orders in one run of this many seconds, or in parts as the service solves it when one run may take
 * this long.
 */
async function solveRegion(seconds: number, parts: number, now: () => number): Promise<void> {
  const input = generateRegion();
  const rounds = ROUNDS.map(({ share, resumeAt }) => {
    return { seed: 1, timeLimitMs: share * seconds * 1000, resumeAt, now };
  });
  const solution =
    parts === 1
      ? await solve(defineProblem(input), { seed: 1, timeLimitMs: seconds * 1000, now })
      : await solveInParts(input, parts, rounds, (step, cost, left) =>
          console.error(`${step}: ${Math.round(cost / 100)}, ${left} orders left out`),
        );
  const { routes, unassigned, costs } = solution;
  console.log(
    JSON.stringify({
      instance: 'region',
      parts,
      seconds,
      cost: costs.total / 100,
      vehicles: routes.length,
      unassigned: unassigned.length,
    }),
  );
}

function isObjective(word: string): word is BenchObjective {
  return word === 'distance' || word === 'vehicles';
}

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function writeSolution(folder: string, file: string, instance: Instance, solution: Solution): void {
  mkdirSync(folder, { recursive: true });
  const routes = solution.routes.map((route) =>
    route.visits.map((visit) => instance.indices[visit.location]!),
  );
  writeFileSync(
    join(folder, `${basename(file).replace(/\.[^.]*$/, '')}.json`),
    `${JSON.stringify({ routes })}\n`,
  );
}

/** Class of an instance: the letters and the first digit of its name, and the size where the name has one. */
function classOf(name: string): string {
  const [series = name, size] = name.toUpperCase().split('_');
  const kind = series.match(/^[A-Z]+\d/)?.[0] ?? series;
  return size === undefined ? kind : `${kind}_${size}`;
}

function printTable(rows: readonly Row[]): void {
  const line = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
  const gap = (row: Row) => (row.distance / row.bestDistance - 1) * 100;
  const summary = (label: string, list: readonly Row[]) => {
    const vehicles = list.reduce((sum, row) => sum + row.vehicles, 0);
    const bestVehicles = list.reduce((sum, row) => sum + row.bestVehicles, 0);
    const mean = list.reduce((sum, row) => sum + gap(row), 0) / list.length;
    line(label, String(list.length), `${vehicles} (${bestVehicles})`, `${mean.toFixed(2)} %`);
  };
  line('instance', 'distance', 'best known', 'vehicles (best known)', 'gap');
  line('---', '---', '---', '---', '---');
  for (const row of rows)
    line(
      row.name,
      row.distance.toFixed(2),
      String(row.bestDistance),
      `${row.vehicles} (${row.bestVehicles})`,
      `${gap(row).toFixed(2)} %`,
    );
  console.log();
  line('class', 'instances', 'vehicles (best known)', 'mean gap');
  line('---', '---', '---', '---');
  for (const [label, list] of Map.groupBy(rows, (row) => classOf(row.name))) summary(label, list);
  summary('all', rows);
}
