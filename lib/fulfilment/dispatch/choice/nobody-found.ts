import type { Refusal } from '../../../platform/core/refusal.ts';
import { autodispatchFailure, noEligibleProviders, noValidQuotes } from '../refusals.ts';

const NOBODY_FOUND = new Set([noEligibleProviders.kind, noValidQuotes.kind, autodispatchFailure.kind]);

/** Whether no provider could be found under a strategy, so that the one to which it escalates may find one. */
export function isNobodyFound({ kind }: Refusal): boolean {
  return NOBODY_FOUND.has(kind);
}
