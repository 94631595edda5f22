import type { Operation } from '../../../platform/table/index.ts';

/** The result of planning an effect. */
export type PlannedEffect =
  /** Writes for the same transaction as the step. */
  | { readonly kind: 'operations'; readonly operations: readonly Operation[] }
  /** It cannot be carried out: the step fails with the reason. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A message that was sent before. */
  | { readonly kind: 'held'; readonly reason: string }
  /** Something else must be written before it can be planned. */
  | { readonly kind: 'first'; readonly operations: readonly Operation[] };

/** The step fails. */
export function failedEffect(reason: string): PlannedEffect {
  return { kind: 'failed', reason };
}

/** The step comes with these writes. */
export function done(operations: readonly Operation[]): PlannedEffect {
  return { kind: 'operations', operations };
}
