import { LOCAL_ACCOUNT, LOCAL_REGION } from '../ports.ts';

/** Standard: once, for up to a year. Express: at least once, for five minutes; its executions have no names. */
export type MachineType = 'STANDARD' | 'EXPRESS';

/** A deployed state machine. */
export interface StateMachine {
  readonly arn: string;
  readonly name: string;
  readonly roleArn: string;
  readonly type: MachineType;
  /** Row of its definition: what new executions run. */
  readonly definition: number;
  readonly definitionText: string;
  readonly createdMs: number;
}

export function stateMachineArn(name: string): string {
  return `arn:aws:states:${LOCAL_REGION}:${LOCAL_ACCOUNT}:stateMachine:${name}`;
}

/** Executions of an express machine may share a name; an id distinguishes them. */
export function expressArn(machineName: string, name: string, id: string): string {
  return `arn:aws:states:${LOCAL_REGION}:${LOCAL_ACCOUNT}:express:${machineName}:${name}:${id}`;
}

export function executionArn(machineName: string, name: string): string {
  return `arn:aws:states:${LOCAL_REGION}:${LOCAL_ACCOUNT}:execution:${machineName}:${name}`;
}
