import { DIMENSIONS, type Dimension } from './dimensions.ts';

/** Dimensions that every cube keeps: amounts in different currencies do not add up. */
const ALWAYS: readonly Dimension[] = ['currency'];

/** What is split by the hour, by each dimension, and, for callers who see some stores or groups only, by both. */
const SPLITS: readonly (readonly Dimension[])[] = [
  [],
  ['hour'],
  ['store'],
  ['zone'],
  ['provider'],
  ['driverGroup'],
  ['driver'],
  ['strategy'],
  ['tag'],
  ['workflow'],
  ['store', 'hour'],
  ['store', 'zone'],
  ['store', 'provider'],
  ['store', 'driverGroup'],
  ['store', 'driver'],
  ['store', 'strategy'],
  ['store', 'tag'],
  ['store', 'workflow'],
  ['driverGroup', 'hour'],
  ['driverGroup', 'zone'],
  ['driverGroup', 'provider'],
  ['driverGroup', 'driver'],
  ['driverGroup', 'strategy'],
  ['driverGroup', 'tag'],
  ['driverGroup', 'workflow'],
  ['provider', 'hour'],
  ['provider', 'zone'],
  ['provider', 'zone', 'hour'],
];

/** Counts of a day by some dimensions. */
export interface Cube {
  readonly name: string;
  readonly dimensions: readonly Dimension[];
}

const cubeOf = (split: readonly Dimension[]): Cube =>
  Object.freeze({ name: split.join('.') || 'all', dimensions: [...split, ...ALWAYS] });

/** The cube of all dimensions, for questions about other combinations: the largest, and not kept of a day that has too many cells. */
export const WHOLE_CUBE: Cube = Object.freeze({ name: 'whole', dimensions: DIMENSIONS });

/** Every cube that is kept of a day, smaller ones first. */
export const CUBES: readonly Cube[] = Object.freeze([...SPLITS.map(cubeOf), WHOLE_CUBE]);

/** The cube with this name. */
export function cubeNamed(name: string): Cube {
  const cube = CUBES.find((one) => one.name === name);
  if (!cube) throw new Error(`There is no cube "${name}".`);
  return cube;
}

/** The smallest cube that has these dimensions. */
export function cubeFor(needed: ReadonlySet<Dimension>): Cube {
  return CUBES.find(({ dimensions }) => [...needed].every((one) => dimensions.includes(one))) ?? WHOLE_CUBE;
}
