import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { CfnMetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Watched } from '../../lib/platform/events/index.ts';
import { acknowledge } from '../acknowledge.ts';
import { HouseStateMachine } from '../constructs/house-state-machine.ts';
import { ownAccount } from '../constructs/own-account.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { SCHEDULES } from '../fixed-functions.ts';
import { Names } from '../names.ts';
import type { Surroundings } from '../surroundings.ts';
import { machinesOf, scheduledByFunctions, type Units } from '../units.ts';

export interface MachinesStackProps extends StackProps {
  readonly surroundings: Surroundings;
  readonly units: Units;
}

/** Scheduled work: state machines, schedules, and the functions that both invoke. */
export class MachinesStack extends Stack {
  constructor(scope: Construct, id: string, { surroundings, units, ...props }: MachinesStackProps) {
    super(scope, id, props);
    const names = new Names(this, surroundings.prefix);
    for (const worker of units.taskWorkers) {
      const { logs } = new ServiceFunction(this, worker.name, {
        name: worker.name,
        description: worker.schedule ? `Runs at ${worker.schedule}.` : 'A step of a state machine.',
        timeoutSeconds: worker.timeoutSeconds,
        memoryMegabytes: memoryOf(worker, surroundings),
        reservedConcurrency: worker.reservedConcurrency,
        uses: worker.uses,
        surroundings,
      });
      if (worker.watches) this.#watch(logs, names.of(worker.name), worker.watches);
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
      assumedBy: ownAccount('scheduler.amazonaws.com', this),
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: targets.map((name) => names.functionArn(name)),
      }),
    );
    if (byClock.length > 0) this.#byClock(byClock, role, names);
    if (byFunctions.length > 0) new CfnScheduleGroup(this, 'ScheduleGroup', { name: names.scheduleGroup() });
  }

  /** Workers that a schedule starts. A start that failed for a day is stored. */
  #byClock(workers: Units['taskWorkers'], role: Role, names: Names): void {
    const deadLetters = new Queue(this, 'ScheduleDeadLetters', {
      queueName: names.deadLetters(SCHEDULES),
      retentionPeriod: Duration.days(14),
      enforceSSL: true,
    });
    acknowledge(deadLetters, 'AwsSolutions-SQS3', 'This queue takes the dead letters of the schedules.');
    role.addToPolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
    );
    for (const { name, schedule = '' } of workers) {
      new CfnSchedule(this, `${name}-schedule`, {
        scheduleExpression: schedule,
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: names.functionArn(name),
          roleArn: role.roleArn,
          input: '{}',
          deadLetterConfig: { arn: deadLetters.queueArn },
        },
      });
    }
  }

  /** The number that a worker reports in its log, as a metric. */
  #watch({ logGroupName }: ILogGroup, metricNamespace: string, { code, field }: Watched): void {
    new CfnMetricFilter(this, `${field}-metric`, {
      logGroupName,
      filterPattern: `{ $.code = "${code}" }`,
      metricTransformations: [{ metricNamespace, metricName: field, metricValue: `$.${field}` }],
    });
  }
}

/** Memory of a worker; undefined = the usual. Processors are in proportion to it. */
function memoryOf(
  { memoryMegabytes, takesSolverCores }: Units['taskWorkers'][number],
  { solverCores }: Pick<Surroundings, 'solverCores'>,
): number | undefined {
  return memoryMegabytes !== undefined && takesSolverCores ? memoryMegabytes * solverCores : memoryMegabytes;
}
