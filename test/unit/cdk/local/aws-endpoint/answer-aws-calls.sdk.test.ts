import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  ResourceNotFoundException,
  SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AwsEndpoint, OPERATOR_ACCESS_KEY } from '../../../../../cdk/local/aws-endpoint/answer-aws-calls.ts';
import { FUNCTION, openPlanner, ROLE } from '../scheduler/support.ts';
import { openWorld, single } from '../step-functions/support.ts';

const closing: (() => unknown)[] = [];
let client: { scheduler: SchedulerClient; states: SFNClient };
let machineArn: string;

beforeEach(async () => {
  const planner = openPlanner();
  const world = openWorld();
  await world.deploy('m', single({ Type: 'Wait', Seconds: 60 }));
  machineArn = world.machineArn('m');
  planner.start();
  world.start();
  const endpoint = new AwsEndpoint({ permissions: { refusal: () => undefined }, roleOf: () => undefined });
  endpoint.add(planner.service);
  endpoint.add(world.service);
  const server = createServer((request, response) => void endpoint.listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: OPERATOR_ACCESS_KEY, secretAccessKey: 'local' },
  };
  client = { scheduler: new SchedulerClient(settings), states: new SFNClient(settings) };
  closing.push(
    () => planner.close(),
    () => world.close(),
    () => server.close(),
    () => server.closeAllConnections(),
  );
});
afterEach(async () => {
  client.scheduler.destroy();
  client.states.destroy();
  for (const close of closing.splice(0)) await close();
});

describe('the AWS SDK', () => {
  it('understands the Scheduler, its dates and its errors', async () => {
    const settings = {
      Name: 'nightly',
      ScheduleExpression: 'cron(0 3 * * ? *)',
      StartDate: new Date('2026-05-01T00:00:00Z'),
      FlexibleTimeWindow: { Mode: 'OFF' as const },
      Target: { Arn: FUNCTION, RoleArn: ROLE, Input: '{}' },
    };
    await client.scheduler.send(new CreateScheduleCommand(settings));
    await expect(client.scheduler.send(new CreateScheduleCommand(settings))).rejects.toThrow(
      ConflictException,
    );
    const got = await client.scheduler.send(new GetScheduleCommand({ Name: 'nightly' }));
    expect(got).toMatchObject({ ...settings, State: 'ENABLED' });
    const { Schedules } = await client.scheduler.send(new ListSchedulesCommand({ GroupName: 'default' }));
    expect(Schedules).toMatchObject([{ Name: 'nightly' }]);
    await client.scheduler.send(new DeleteScheduleCommand({ Name: 'nightly', GroupName: 'default' }));
    const again = client.scheduler.send(new GetScheduleCommand({ Name: 'nightly' }));
    await expect(again).rejects.toThrow(ResourceNotFoundException);
  });

  it('understands Step Functions, its dates and its errors', async () => {
    const start = (input: string) =>
      client.states.send(new StartExecutionCommand({ stateMachineArn: machineArn, name: 'n', input }));
    const started = await start('{}');
    expect(started.startDate).toEqual(new Date('2026-03-01T12:00:00Z'));
    expect((await start('{}')).executionArn).toBe(started.executionArn);
    await expect(start('{"other":1}')).rejects.toThrow(ExecutionAlreadyExists);
  });
});
