import { areas } from '../functions/api/index.ts';
import { queueWorkers, taskWorkers } from '../functions/workers/index.ts';
import type { QueueWorker, TaskWorker } from '../lib/platform/events/index.ts';
import type { Area } from '../lib/platform/http/index.ts';
import type { Grants, Secret, StateMachine } from '../lib/platform/runtime/index.ts';

/** What the stacks deploy: each unit is a function with what belongs to it. */
export interface Units {
  readonly areas: readonly Area[];
  readonly queueWorkers: readonly Omit<QueueWorker<never>, 'handle'>[];
  readonly taskWorkers: readonly Omit<TaskWorker, 'input' | 'handle'>[];
}

/** The units of this repository. */
export const deployedUnits: Units = Object.freeze({ areas, queueWorkers, taskWorkers });

/** Every secret that a unit uses, by name. Throws when two have one name. */
export function secretsOf(units: Units): readonly Secret[] {
  return distinct(grantsOf(units).flatMap(({ secrets }) => secrets ?? []));
}

/** Every state machine that a unit starts, runs or stops, by name. Throws when two have one name. */
export function machinesOf(units: Units): readonly StateMachine[] {
  return distinct(
    grantsOf(units).flatMap(({ starts = [], runs = [], stops = [] }) => [...starts, ...runs, ...stops]),
  );
}

/** Task workers for which some function may create schedules. */
export function scheduledByFunctions(units: Units): readonly string[] {
  return [...new Set(grantsOf(units).flatMap(({ schedules }) => schedules ?? []))].sort();
}

function grantsOf({ areas, queueWorkers, taskWorkers }: Units): readonly Grants[] {
  return [...areas, ...queueWorkers, ...taskWorkers].map(({ uses }) => uses);
}

function distinct<Unit extends { readonly name: string }>(found: readonly Unit[]): readonly Unit[] {
  const units = [...new Set(found)].sort((a, b) => (a.name < b.name ? -1 : 1));
  const twice = units.find(({ name }, index) => units[index + 1]?.name === name);
  if (twice) throw new Error(`Two different values have the name "${twice.name}". Export one and import it.`);
  return units;
}
