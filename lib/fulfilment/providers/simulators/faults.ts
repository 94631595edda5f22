import type { Shipment } from '../shipment.ts';

/**
 * Faults that a package can request from `FaultyFleetSimulator` with a requirement `custom:simulate:<fault>`:
 * requirements of the form `custom:...` are free text in the contract, so a test can say in the order itself
 * what goes wrong.
 */
export const FAULTS = Object.freeze({
  'refuse-quote': 'gives no quote',
  refuse: 'refuses the delivery',
  'time-out': 'never answers and never accepts the delivery',
  'answer-late': 'accepts the delivery, but answers only after the time limit',
  'answer-twice': 'reports every status twice',
  'out-of-order': 'reports neighbouring statuses in the wrong order',
  fail: 'accepts the delivery and fails on the way to the pickup',
  'refuse-cancel': 'does not release the delivery',
} as const);

export type Fault = keyof typeof FAULTS;

const PREFIX = 'custom:simulate:';

/** The faults that a package requests; unknown ones are ignored. */
export function faultsOf({ requirements }: Pick<Shipment, 'requirements'>): ReadonlySet<string> {
  const named = requirements
    .filter((text) => text.startsWith(PREFIX))
    .map((text) => text.slice(PREFIX.length));
  return new Set(named.filter((fault) => Object.hasOwn(FAULTS, fault)));
}
