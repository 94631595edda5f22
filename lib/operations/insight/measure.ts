import type { MeasureName } from '../../engines/vocabulary/index.ts';
import { NAMED_DIMENSIONS, type NamedDimension } from './dimensions.ts';

/** Words of replies for what a value is. */
export type Unit =
  | 'count'
  | 'share'
  | 'points'
  | 'minutes'
  | 'kilometres'
  | 'stops_per_hour'
  | 'cents'
  | 'cents_per_km'
  | 'cents_per_delivery';

/** How a value is made of sums. */
export type Formula =
  /** The sum of a field. */
  | { readonly kind: 'count'; readonly of: string }
  /** One sum by another, times `scale`. */
  | { readonly kind: 'ratio'; readonly of: string; readonly by: string; readonly scale?: number }
  /** Several sums beside each other, by the names that replies give them. The value is what they add up to. */
  | { readonly kind: 'breakdown'; readonly parts: Readonly<Record<string, string>> };

/** A number that managers look at: declared once, and read by the API, its documentation and the counts. */
export interface Measure {
  /** Name in paths, such as `on-time`. */
  readonly name: MeasureName;
  readonly label: string;
  /** Formula in the terms of the trade, in one sentence. */
  readonly definition: string;
  readonly unit: Unit;
  readonly formula: Formula;
  /** By what it can be split and filtered; times are possible for every measure. */
  readonly dimensions: readonly NamedDimension[];
  /** Amounts are of one currency. */
  readonly isMoney: boolean;
}

/** Every dimension: for what is known of a delivery. */
const ALL = Object.keys(NAMED_DIMENSIONS) as readonly NamedDimension[];

/** Defines a measure. Without `dimensions` it has all of them. */
export function defineMeasure(
  measure: Omit<Measure, 'dimensions' | 'isMoney'> & Partial<Pick<Measure, 'dimensions' | 'isMoney'>>,
): Measure {
  return Object.freeze({
    dimensions: ALL,
    isMoney: measure.unit.startsWith('cents'),
    ...measure,
  });
}

/** Fields whose sums a measure needs. */
export function fieldsOf({ formula }: Measure): readonly string[] {
  switch (formula.kind) {
    case 'count':
      return [formula.of];
    case 'ratio':
      return [formula.of, formula.by];
    case 'breakdown':
      return Object.values(formula.parts);
  }
}
