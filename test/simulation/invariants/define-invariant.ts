import type { Attributes } from '../../support/memory-dynamodb/values.ts';
import type { Carrier } from '../world/carriers.ts';
import type { Machines } from '../world/machines.ts';
import type { Answered, Merchant } from '../world/merchant.ts';
import type { Phones } from '../world/phones.ts';
import type { Queues } from '../world/queues.ts';
import { readable } from '../world/readable.ts';
import type { Receivers } from '../world/receivers.ts';
import type { Schedules } from '../world/schedules.ts';
import type { World } from '../world/world.ts';

/** Everything that can be known about a run. */
export interface Observed {
  readonly world: World;
  /** Writes of merchants that were answered. */
  readonly answered: readonly Answered[];
  readonly carriers: readonly Carrier[];
  readonly receivers: Receivers;
  readonly phones: Phones;
  readonly queues: Queues;
  readonly machines: Machines;
  readonly schedules: Schedules;
  readonly merchants: readonly Merchant[];
}

/** Says what broke. */
export type Report = (what: string) => void;

/** Something that must hold whatever happens. */
export interface Invariant {
  readonly name: string;
  /** Number in the list of invariants. */
  readonly number: number;
  readonly sentence: string;
  /** Looks on from the beginning. */
  readonly watch?: (observed: Observed, report: Report) => void;
  /** Looks when all is quiet. */
  readonly atEnd?: (observed: Observed, report: Report) => void;
}

/** Defines an invariant. */
export function defineInvariant(invariant: Invariant): Invariant {
  return Object.freeze(invariant);
}

/** The value of the item that a change concerns. */
export function dataOf(item: Readonly<Attributes> | undefined): Readonly<Attributes> | undefined {
  return item && (readable(item).data as Readonly<Attributes> | undefined);
}

/** Writes that the service acknowledged. */
export function acknowledgedIn({ answered }: Pick<Observed, 'answered'>): readonly Answered[] {
  return answered.filter(({ status }) => status === 200);
}
