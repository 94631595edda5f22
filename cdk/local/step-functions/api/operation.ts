import { AwsError } from '../../aws-json.ts';
import type { LocalClock, Need } from '../../ports.ts';
import type { Engine } from '../engine.ts';
import type { Randomness } from '../language/environment.ts';
import type { StateMachine } from '../state-machine.ts';
import type { ExecutionRow, Store } from '../store.ts';
import type { Body } from './request.ts';

/** Context of operations. */
export interface ApiParts {
  readonly store: Store;
  readonly engine: Engine;
  readonly clock: LocalClock;
  readonly random: Randomness;
  /** State machines of the template, by ARN. */
  readonly machines: ReadonlyMap<string, StateMachine>;
}

/** One operation of the API. One frozen value each. */
export interface Operation {
  /** Permissions that the caller's policy must give. Throws AwsError. */
  needs(parts: ApiParts, body: Body): readonly Need[];
  /** The reply's body. Throws AwsError. */
  handle(parts: ApiParts, body: Body): object | Promise<object>;
}

/** The execution behind an ARN. Throws AwsError. */
export function findExecution(parts: ApiParts, arn: string): ExecutionRow {
  if (!/^arn:aws:states:[\w-]+:\d{12}:(?:execution:[^:]+:[^:]+|express:[^:]+:[^:]+:[^:]+)$/.test(arn)) {
    throw new AwsError('InvalidArn', `Invalid Arn: '${arn}'`);
  }
  const execution = parts.store.executionByArn(arn);
  if (execution === undefined)
    throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
  return execution;
}

/** The state machine behind an ARN. Throws AwsError. */
export function findMachine(parts: ApiParts, arn: string): StateMachine {
  if (!/^arn:aws:states:[\w-]+:\d{12}:stateMachine:[^:]+$/.test(arn)) {
    throw new AwsError('InvalidArn', `Invalid Arn: '${arn}'`);
  }
  const machine = parts.machines.get(arn);
  if (machine === undefined) {
    throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
  }
  return machine;
}

/** Instants are sent as seconds with a fraction in this protocol. */
export function toSeconds(ms: number): number {
  return ms / 1_000;
}
