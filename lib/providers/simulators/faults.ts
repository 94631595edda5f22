import type { Shipment } from '../shipment.ts';

/**
 * Faults that a package can ask `FaultyFleetSimulator` for, by a requirement `custom:simulate:<fault>`: requirements of
 * the form `custom:...` are free text in the contract, so a test says in the order itself what is to go wrong.
 */
export const FAULTS = Object.freeze({
  'refuse-quote': 'gives no quote',
  refuse: 'refuses the delivery',
  'time-out': 'never answers and never takes the delivery',
  'answer-late': 'takes the delivery, but its first answer comes after the time limit',
  'answer-twice': 'reports every status twice',
  'out-of-order': 'reports neighbouring statuses the wrong way round',
  fail: 'takes the delivery and fails on the way to the pickup',
  'refuse-cancel': 'does not give the delivery back',
} as const);

export type Fault = keyof typeof FAULTS;

const PREFIX = 'custom:simulate:';

/** The faults that a package asks for; unknown ones are passed over. */
export function faultsOf({ requirements }: Pick<Shipment, 'requirements'>): ReadonlySet<string> {
  const named = requirements
    .filter((text) => text.startsWith(PREFIX))
    .map((text) => text.slice(PREFIX.length));
  return new Set(named.filter((fault) => fault in FAULTS));
}
