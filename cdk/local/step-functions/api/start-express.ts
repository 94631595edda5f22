import { expressArn, type StateMachine } from '../state-machine.ts';
import type { ExecutionRow } from '../store.ts';
import type { ApiParts } from './operation.ts';

/** An express execution lasts five minutes at most. */
const LONGEST_SECONDS = 300;

/** Starts an execution of an express machine; any number of them may have the same name. */
export function beginExpress(
  { engine, random }: ApiParts,
  machine: StateMachine,
  { name, input }: { readonly name: string; readonly input: string },
): ExecutionRow {
  return engine.begin({
    arn: expressArn(machine.name, name, random.uuid()),
    name,
    input,
    machineArn: machine.arn,
    definition: machine.definition,
    longestSeconds: LONGEST_SECONDS,
  });
}
