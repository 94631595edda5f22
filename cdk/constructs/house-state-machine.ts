import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, StateMachine as Machine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { StateMachine } from '../../lib/platform/runtime/index.ts';
import { acknowledge } from '../acknowledge.ts';
import { Names } from '../names.ts';
import type { Units } from '../units.ts';
import { askModels } from './grant-rules.ts';
import { ownAccount } from './own-account.ts';

/** A state machine that may invoke exactly the functions, and send to exactly the queues, that it names. */
export class HouseStateMachine extends Construct {
  constructor(scope: Construct, machine: StateMachine, { prefix, units }: { prefix: string; units: Units }) {
    super(scope, machine.name);
    const { invokes = [], sends = [], timeoutSeconds, type = 'STANDARD' } = machine;
    const names = new Names(this, prefix);
    const role = new Role(this, 'Role', { assumedBy: ownAccount('states.amazonaws.com', this) });
    const parts = {
      functionArn: partOf(machine, 'invokes', units.taskWorkers, (name) => names.functionArn(name)),
      queueUrl: partOf(machine, 'sends', units.queueWorkers, (name) => names.queueUrl(name)),
    };
    for (const [action, resources] of [
      ['lambda:InvokeFunction', invokes.map((name) => names.functionArn(name))],
      ['sqs:SendMessage', sends.map((name) => names.queueArn(name))],
    ] as const) {
      if (resources.length > 0) {
        role.addToPolicy(new PolicyStatement({ actions: [action], resources: [...resources] }));
      }
    }
    if (machine.asksModels) role.addToPolicy(new PolicyStatement(askModels(Stack.of(this))));
    const built = new Machine(this, 'Machine', {
      stateMachineName: names.of(machine.name),
      stateMachineType: StateMachineType[type],
      role,
      definitionBody: DefinitionBody.fromString(
        Stack.of(this).toJsonString({
          Comment: machine.comment,
          StartAt: machine.startAt,
          ...(timeoutSeconds ? { TimeoutSeconds: timeoutSeconds } : {}),
          States: machine.states(parts),
        }),
      ),
    });
    acknowledge(
      built,
      'AwsSolutions-SF1',
      'Every execution carries only ids, and the service keeps its history; logging each event would double the price.',
    );
    acknowledge(built, 'AwsSolutions-SF2', 'Tracing is off by default: it is priced per execution.');
  }
}

/** Creates a part of the definition. Throws when the machine does not list it, or when no worker has the name. */
function partOf(
  machine: StateMachine,
  list: 'invokes' | 'sends',
  workers: readonly { readonly name: string }[],
  make: (name: string) => string,
): (name: string) => string {
  for (const listed of machine[list] ?? []) {
    if (workers.some(({ name }) => name === listed)) continue;
    throw new Error(
      `The machine "${machine.name}" ${list} "${listed}": functions/workers/index.ts has none.`,
    );
  }
  return (name) => {
    if (machine[list]?.includes(name)) return make(name);
    throw new Error(`The machine "${machine.name}" names "${name}", which is not in its "${list}".`);
  };
}
