import { createdAtOf } from '../../../platform/core/ids.ts';
import { type Fact, type NamedDimension, startOf } from '../../insight/index.ts';
import type { LakeColumn } from '../lake-table.ts';

/** The minute of a fact. */
export function minuteColumn(description: string): LakeColumn<Fact> {
  return { type: 'instant', description, of: ({ minute }) => startOf(minute) };
}

/** An id of what a fact is about. */
export function aboutColumn(name: keyof Fact['about'], description: string): LakeColumn<Fact> {
  return { type: 'text', description, of: ({ about }) => about[name] ?? null };
}

/** Every value that a fact has in a dimension. */
export function placesColumn(dimension: NamedDimension, description: string): LakeColumn<Fact> {
  return { type: 'texts', description, of: ({ places }) => places[dimension] ?? [] };
}

/** The only value that a fact has in a dimension. */
export function placeColumn(dimension: NamedDimension | 'currency', description: string): LakeColumn<Fact> {
  return { type: 'text', description, of: ({ places }) => places[dimension]?.[0] ?? null };
}

/** A number of a fact; facts leave zeros out. `when` counts the facts that have it: without it, it is unknown. */
export function sumColumn(field: string, description: string, when?: string): LakeColumn<Fact> {
  return {
    type: 'whole',
    description,
    of: ({ sums }) => (when !== undefined && !sums[when] ? null : (sums[field] ?? 0)),
  };
}

/** Whether a fact counts in a field. */
export function flagColumn(field: string, description: string): LakeColumn<Fact> {
  return { type: 'flag', description, of: ({ sums }) => (sums[field] ?? 0) > 0 };
}

/** When the order of a fact was created, from its id. */
export const orderCreatedColumn: LakeColumn<Fact> = Object.freeze({
  type: 'instant',
  description: 'Creation of the order',
  of: ({ about }: Fact) => createdAtOf(about.orderId ?? '') ?? null,
});
