import { LARGEST_QUANTITY } from '../../engines/optimization/index.ts';

/** The load dimensions of every problem: kilograms, cubic centimetres, pieces. */
export const DIMENSIONS = Object.freeze(['weight', 'volume', 'items'] as const);

/** A load dimension. */
export type Dimension = (typeof DIMENSIONS)[number];

/** An amount of each dimension; null or left out = none, of a capacity no limit. */
export type Amounts = Readonly<Partial<Record<Dimension, number | null | undefined>>>;

/**
 * Units of the solver in one of a dimension. Its quantities end at a billion: a thousand tonnes, the room of a thousand
 * cubic metres, a million pieces.
 */
export const LOAD_UNITS: Readonly<Record<Dimension, number>> = Object.freeze({
  weight: 1_000,
  volume: 1,
  items: 1_000,
});

/** What an order takes, in units of the solver. */
export function loadOf(amounts: Amounts): number[] {
  return DIMENSIONS.map((name) =>
    Math.min(LARGEST_QUANTITY, Math.round((amounts[name] ?? 0) * LOAD_UNITS[name])),
  );
}

/** What a vehicle holds, in units of the solver. */
export function capacityUnits(amounts: Amounts | undefined): number[] {
  return DIMENSIONS.map((name) =>
    Math.min(LARGEST_QUANTITY, Math.floor((amounts?.[name] ?? LARGEST_QUANTITY) * LOAD_UNITS[name])),
  );
}
