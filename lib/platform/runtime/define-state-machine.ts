import { constantCase } from './constant-case.ts';

/** A state of a machine's definition in Amazon States Language. */
export type StateDefinition = Readonly<Record<string, unknown>>;

/** What the states of a machine name: functions and queues by the name of their worker. */
export interface MachineParts {
  /** ARN of a task worker's function that `invokes` lists. */
  functionArn(worker: string): string;
  /** URL of a queue worker's queue that `sends` lists. */
  queueUrl(worker: string): string;
}

/** A Step Functions state machine. The stack creates every machine that a function may start. */
export interface StateMachine {
  /** Kebab-case; names the machine and the variable. */
  readonly name: string;
  readonly comment: string;
  /**
   * `STANDARD` (the default) is exactly once, lasts up to a year and costs per transition. `EXPRESS` is at least once,
   * lasts up to five minutes and costs per run. To change it, rename the machine.
   */
  readonly type?: 'STANDARD' | 'EXPRESS';
  readonly startAt: string;
  /** Names of the task workers whose functions it invokes. */
  readonly invokes?: readonly string[];
  /** Names of the queue workers whose queues it sends to. */
  readonly sends?: readonly string[];
  /** Whether its states ask models of Amazon Bedrock. */
  readonly asksModels?: boolean;
  readonly timeoutSeconds?: number;
  /** Who is affected when an execution fails; its alarms say so. */
  readonly failureImpact: string;
  states(parts: MachineParts): Readonly<Record<string, StateDefinition>>;
}

/** Defines a state machine. */
export function defineStateMachine(machine: StateMachine): StateMachine {
  return Object.freeze(machine);
}

/** Retries of a task whose function was throttled or failed: five more times within about two minutes. */
export const RETRY_TASK = Object.freeze([
  {
    ErrorEquals: ['States.ALL'],
    IntervalSeconds: 2,
    MaxAttempts: 5,
    BackoffRate: 2.5,
    MaxDelaySeconds: 60,
    JitterStrategy: 'FULL',
  },
]);

/** `MACHINE_SIMULATED_DELIVERY_ARN` of the machine `simulated-delivery`: the variable that holds its ARN. */
export function machineVariable({ name }: Pick<StateMachine, 'name'>): string {
  return `MACHINE_${constantCase(name)}_ARN`;
}
