import type { Operation } from '../../table/index.ts';

/** What carrying out an effect comes to. */
export type PlannedEffect =
  /** Writes to be made with the step. */
  | { readonly kind: 'operations'; readonly operations: readonly Operation[] }
  /** It cannot be carried out: the step fails with the reason. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A message that went out before. */
  | { readonly kind: 'held'; readonly reason: string }
  /** Something else has to be written before it can be planned. */
  | { readonly kind: 'first'; readonly operations: readonly Operation[] };

/** The step fails. */
export function failedEffect(reason: string): PlannedEffect {
  return { kind: 'failed', reason };
}

/** The step comes with these writes. */
export function done(operations: readonly Operation[]): PlannedEffect {
  return { kind: 'operations', operations };
}
