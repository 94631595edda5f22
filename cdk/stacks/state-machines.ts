import { ArnFormat, type Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { StateMachineName } from '../../lib/runtime/index.ts';
import { acknowledge } from '../acknowledge.ts';

/** ARN that a machine will have. Its name is fixed, because functions that it invokes start it, too. */
export function machineArn(scope: Construct, prefix: string, name: StateMachineName): string {
  return Stack.of(scope).formatArn({
    service: 'states',
    resource: 'stateMachine',
    resourceName: machineName(prefix, name),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

function machineName(prefix: string, name: StateMachineName): string {
  return `${prefix}-${name}`;
}

/** A state of a machine's definition in Amazon States Language. */
export type StateDefinition = Readonly<Record<string, unknown>>;

/** Retries of a task whose function was throttled or failed: five more times within about two minutes. */
export const RETRY_TASK = [
  {
    ErrorEquals: ['States.ALL'],
    IntervalSeconds: 2,
    MaxAttempts: 5,
    BackoffRate: 2.5,
    MaxDelaySeconds: 60,
    JitterStrategy: 'FULL',
  },
];

/** A Standard machine that may invoke exactly the functions it names. */
export function houseStateMachine(
  scope: Construct,
  props: {
    prefix: string;
    name: StateMachineName;
    comment: string;
    startAt: string;
    states: Readonly<Record<string, StateDefinition>>;
    invokes: readonly IFunction[];
    timeout?: Duration;
  },
): StateMachine {
  const role = new Role(scope, `${props.name}-role`, {
    assumedBy: new ServicePrincipal('states.amazonaws.com'),
  });
  role.addToPolicy(
    new PolicyStatement({
      actions: ['lambda:InvokeFunction'],
      resources: props.invokes.map(({ functionArn }) => functionArn),
    }),
  );
  const machine = new StateMachine(scope, props.name, {
    stateMachineName: machineName(props.prefix, props.name),
    role,
    definitionBody: DefinitionBody.fromString(
      Stack.of(scope).toJsonString({
        Comment: props.comment,
        StartAt: props.startAt,
        ...(props.timeout ? { TimeoutSeconds: props.timeout.toSeconds() } : {}),
        States: props.states,
      }),
    ),
  });
  acknowledge(
    machine,
    'AwsSolutions-SF1',
    'Every execution carries ids only and its history is kept by the service; logging each event would double its price.',
  );
  acknowledge(machine, 'AwsSolutions-SF2', 'Tracing is off by default: it is priced per execution.');
  return machine;
}
