import { Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { HouseStateMachine } from '../constructs/house-state-machine.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { Names } from '../names.ts';
import type { Surroundings } from '../surroundings.ts';
import { machinesOf, scheduledByFunctions, type Units } from '../units.ts';

export interface MachinesStackProps extends StackProps {
  readonly surroundings: Surroundings;
  readonly units: Units;
}

/** What runs by the clock: state machines, schedules, and the functions that both invoke. */
export class MachinesStack extends Stack {
  constructor(scope: Construct, id: string, { surroundings, units, ...props }: MachinesStackProps) {
    super(scope, id, props);
    const names = new Names(this, surroundings.prefix);
    for (const worker of units.taskWorkers) {
      new ServiceFunction(this, worker.name, {
        name: worker.name,
        description: worker.schedule ? `Runs at ${worker.schedule}.` : 'A step of a state machine.',
        timeoutSeconds: worker.timeoutSeconds,
        memoryMegabytes: worker.memoryMegabytes,
        reservedConcurrency: worker.reservedConcurrency,
        uses: worker.uses,
        surroundings,
      });
    }
    for (const machine of machinesOf(units)) {
      new HouseStateMachine(this, machine, { prefix: surroundings.prefix, units });
    }
    this.#schedules(units, names);
  }

  #schedules(units: Units, names: Names): void {
    const byClock = units.taskWorkers.filter(({ schedule }) => schedule);
    const byFunctions = scheduledByFunctions(units);
    const targets = [...new Set([...byClock.map(({ name }) => name), ...byFunctions])];
    if (targets.length === 0) return;
    const role = new Role(this, 'ScheduleRole', {
      roleName: names.scheduleRole(),
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: targets.map((name) => names.functionArn(name)),
      }),
    );
    for (const { name, schedule = '' } of byClock) {
      new CfnSchedule(this, `${name}-schedule`, {
        scheduleExpression: schedule,
        flexibleTimeWindow: { mode: 'OFF' },
        target: { arn: names.functionArn(name), roleArn: role.roleArn, input: '{}' },
      });
    }
    if (byFunctions.length > 0) new CfnScheduleGroup(this, 'ScheduleGroup', { name: names.scheduleGroup() });
  }
}
