import type { Clock } from '../core/clock.ts';
import { type Contest, commit } from '../core/commit.ts';
import { refuseOtherVersion } from '../core/expected-version.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { Stored } from './item.ts';
import type { Operation } from './operation.ts';
import type { Table } from './table.ts';

/** What is to be changed, and how it is found. */
export interface StoredChange<Value> extends Contest {
  /** The thing as it is now, or why the caller cannot change it. Called again at each try. */
  readonly read: () => Promise<Stored<Value> | Refusal>;
  /** The version on which the caller's change is based; undefined = any. */
  readonly expectedVersion: number | undefined;
}

/** A change that was decided. */
export interface Decided<Value> {
  /** The thing after the change; as it was, when it is deleted. */
  readonly next: Value;
  /** Everything that the change writes, the thing itself included. */
  readonly operations: readonly Operation[];
}

/**
 * Changes one thing: reads it, refuses another version than the caller expects, lets `decide` plan the writes, and tries again while
 * other writers are faster. Returns the thing with its new version; a refusal of `read` or `decide`, or of a lost race.
 */
export function changeStored<Value>(
  { table, clock }: { readonly table: Pick<Table, 'write'>; readonly clock: Pick<Clock, 'pause'> },
  { read, expectedVersion, ...contest }: StoredChange<Value>,
  decide: (stored: Stored<Value>) => Decided<Value> | Refusal | Promise<Decided<Value> | Refusal>,
): Promise<Stored<Value> | Refusal> {
  return commit({ clock }, contest, async () => {
    const stored = await read();
    if (isRefusal(stored)) return stored;
    const decided = refuseOtherVersion(expectedVersion, stored) ?? (await decide(stored));
    if (isRefusal(decided)) return decided;
    const { ok } = await table.write(decided.operations);
    return ok && { value: decided.next, version: stored.version + 1 };
  });
}
