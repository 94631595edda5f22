import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Random } from '../../simulation/world/random.ts';

/**
 * An instance that every program of the comparison reads, as JSON. Seconds of one day, metres, units of load. A plan costs the
 * `fixed` of each vehicle in use and a unit for each metre; what is left out counts before any cost.
 */
export interface PeerInstance {
  readonly name: string;
  readonly kind: 'solomon' | 'homberger' | 'lilim' | 'rich';
  readonly distances: readonly (readonly number[])[];
  readonly durations: readonly (readonly number[])[];
  readonly jobs: readonly PeerJob[];
  readonly vehicles: readonly PeerVehicle[];
  /** Vehicles may come back to their start as often as they like and load again. */
  readonly reloads: boolean;
}

/** Where and when a job is served. */
export interface PeerStop {
  readonly location: number;
  readonly service: number;
  readonly window: readonly [number, number];
}

/** `delivery`: loaded at the vehicle's start; `pickup`: brought to its end; `pair`: from one stop to another. */
export interface PeerJob {
  readonly kind: 'delivery' | 'pickup' | 'pair';
  readonly load: readonly number[];
  readonly skills: readonly number[];
  readonly stop: PeerStop;
  /** Only of pairs. */
  readonly pickup?: PeerStop;
}

/** A vehicle drives at most one route. */
export interface PeerVehicle {
  readonly depot: number;
  readonly shift: readonly [number, number];
  readonly capacity: readonly number[];
  readonly skills: readonly number[];
  readonly fixed: number;
  /** Begins within its window, on a route that ends after the window. */
  readonly pause?: { readonly window: readonly [number, number]; readonly seconds: number };
}

/** What the ten rich instances have. */
const RICH = [
  { name: 'capacities', orders: 100 },
  { name: 'skills', orders: 100, skills: true },
  { name: 'breaks', orders: 100, breaks: true },
  { name: 'fleet', orders: 100, fleet: true, pickups: true },
  { name: 'pairs', orders: 80, pairs: true },
  { name: 'reloads', orders: 100, reloads: true },
  { name: 'reloads-breaks', orders: 100, reloads: true, breaks: true, fleet: true },
  { name: 'skills-breaks', orders: 100, skills: true, breaks: true, pickups: true },
  {
    name: 'all-but-reloads',
    orders: 150,
    skills: true,
    breaks: true,
    fleet: true,
    pickups: true,
    pairs: true,
  },
  { name: 'all-but-pairs', orders: 150, skills: true, breaks: true, fleet: true, reloads: true },
] as const satisfies readonly {
  readonly name: string;
  readonly orders: number;
  readonly skills?: boolean;
  readonly breaks?: boolean;
  readonly fleet?: boolean;
  readonly pickups?: boolean;
  readonly pairs?: boolean;
  readonly reloads?: boolean;
}[];
type Features = Partial<Record<'skills' | 'breaks' | 'fleet' | 'pickups' | 'pairs' | 'reloads', boolean>>;

const HOUR = 3_600;
const METRES_A_SECOND = 8;
const DETOUR = 1.3;
const REGION_METRES = 24_000;

/** The ten rich instances, always the same. */
export function richInstances(): readonly PeerInstance[] {
  return RICH.map(({ name, orders, ...features }) => richInstance(name, orders, features));
}

function richInstance(name: string, orders: number, features: Features): PeerInstance {
  const random = new Random(`rich ${name}`);
  const between = (low: number, high: number) => Math.floor(low + random.next() * (high - low + 1));
  const has = (share: number) => random.next() < share;
  const towns = Array.from(
    { length: 6 },
    () => [between(0, REGION_METRES), between(0, REGION_METRES)] as const,
  );
  const points: (readonly [number, number])[] = [[REGION_METRES / 2, REGION_METRES / 2]];
  const place = () => {
    const [x, y] = towns[between(0, towns.length - 1)]!;
    points.push(
      has(0.7)
        ? [x + between(-2_500, 2_500), y + between(-2_500, 2_500)]
        : [between(0, REGION_METRES), between(0, REGION_METRES)],
    );
    return points.length - 1;
  };
  const window = (): readonly [number, number] => {
    if (has(0.35)) return [8 * HOUR, 17 * HOUR];
    const from = between(16, 28) * (HOUR / 2);
    return [from, from + between(4, 8) * (HOUR / 2)];
  };
  const jobs = Array.from({ length: orders }, (): PeerJob => {
    const skills = features.skills ? [...(has(0.15) ? [1] : []), ...(has(0.1) ? [2] : [])] : [];
    const common = { load: [between(2, 20), between(5, 60)], skills };
    const stop = { location: place(), service: between(2, 6) * 60, window: window() };
    if (features.pairs && has(0.5)) {
      const [from, to] = stop.window;
      const pickup = {
        location: place(),
        service: 180,
        window: [Math.max(8 * HOUR, from - 2 * HOUR), to] as const,
      };
      return { ...common, kind: 'pair', stop, pickup };
    }
    return { ...common, kind: features.pickups && has(0.2) ? 'pickup' : 'delivery', stop };
  });
  // With reloads a vehicle is full long before its day is over.
  const room = features.reloads ? 0.45 : 1;
  const vehicles = Array.from({ length: Math.ceil(orders / 9) }, (_, index): PeerVehicle => {
    const isLarge = features.fleet === true && index % 3 === 0;
    const capacity = (isLarge ? [320, 900] : [180, 520]).map((amount) => Math.round(amount * room));
    const from = features.fleet && index % 2 === 1 ? 9 * HOUR : 8 * HOUR;
    return {
      depot: 0,
      shift: [from, from + 9 * HOUR],
      capacity,
      skills: features.skills ? [...(index % 2 === 0 ? [1] : []), ...(index % 3 === 0 ? [2] : [])] : [],
      fixed: isLarge ? 22_000 : 15_000,
      ...(features.breaks ? { pause: { window: [11.5 * HOUR, 13.5 * HOUR] as const, seconds: 1_800 } } : {}),
    };
  });
  const distances = points.map(([x, y]) =>
    points.map(([u, v]) => Math.round(DETOUR * Math.hypot(x - u, y - v))),
  );
  const durations = distances.map((row) => row.map((metres) => Math.round(metres / METRES_A_SECOND)));
  return {
    name: `rich-${name}`,
    kind: 'rich',
    distances,
    durations,
    jobs,
    vehicles,
    reloads: features.reloads ?? false,
  };
}

/** A file of Solomon, of Gehring and Homberger, or of Li and Lim, in tenths of its units, cut off. */
export function classicInstance(path: string, kind: PeerInstance['kind']): PeerInstance {
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length > 1 && row.every(Number.isFinite));
  const [count, capacity] = rows.find((row) => row.length < 7)!;
  const points = rows.filter((row) => row.length >= 7);
  const at = new Map(points.map((row, index) => [row[0]!, index]));
  const arcs = points.map((from) =>
    points.map((to) => Math.floor(10 * Math.hypot(from[1]! - to[1]!, from[2]! - to[2]!) + 1e-9)),
  );
  const stop = (row: readonly number[]): PeerStop => ({
    location: at.get(row[0]!)!,
    service: 10 * row[6]!,
    window: [10 * row[4]!, 10 * row[5]!],
  });
  const jobs = points.slice(1).flatMap((row): PeerJob[] => {
    const common = { load: [Math.abs(row[3]!)], skills: [] };
    if (row.length < 9) return [{ ...common, kind: 'delivery', stop: stop(row) }];
    const delivery = row[8]! > 0 ? points[at.get(row[8]!)!]! : undefined;
    return delivery ? [{ ...common, kind: 'pair', pickup: stop(row), stop: stop(delivery) }] : [];
  });
  const depot = points[0]!;
  return {
    name: basename(path).replace(/\.[^.]*$/, ''),
    kind,
    distances: arcs,
    durations: arcs,
    jobs,
    vehicles: Array.from({ length: count! }, () => ({
      depot: 0,
      shift: [10 * depot[4]!, 10 * depot[5]!] as const,
      capacity: [capacity!],
      skills: [],
      fixed: 0,
    })),
    reloads: false,
  };
}
