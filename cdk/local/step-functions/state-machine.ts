import { LOCAL_ACCOUNT, LOCAL_REGION } from '../ports.ts';

/** A deployed state machine. */
export interface StateMachine {
  readonly arn: string;
  readonly name: string;
  readonly roleArn: string;
  /** Row of its definition: what new executions run. */
  readonly definition: number;
  readonly definitionText: string;
  readonly createdMs: number;
}

export function stateMachineArn(name: string): string {
  return `arn:aws:states:${LOCAL_REGION}:${LOCAL_ACCOUNT}:stateMachine:${name}`;
}

export function executionArn(machineName: string, name: string): string {
  return `arn:aws:states:${LOCAL_REGION}:${LOCAL_ACCOUNT}:execution:${machineName}:${name}`;
}
