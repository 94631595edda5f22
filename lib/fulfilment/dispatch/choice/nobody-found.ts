import type { Refusal } from '../../../platform/core/refusal.ts';
import { autodispatchFailure, noEligibleProviders, noValidQuotes } from '../refusals.ts';

const NO_PROVIDER_FOUND = new Set([noEligibleProviders.kind, noValidQuotes.kind, autodispatchFailure.kind]);

/** Whether no provider could be found under a strategy, so that the one to which it escalates may find one. */
export function isNoProviderFound({ kind }: Refusal): boolean {
  return NO_PROVIDER_FOUND.has(kind);
}
