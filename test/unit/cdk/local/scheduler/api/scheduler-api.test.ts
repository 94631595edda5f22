import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../../../support/temporary-directory.ts';
import { anySchedule, FUNCTION, NOON_MS, openPlanner, ROLE } from '../support.ts';

let planner: ReturnType<typeof openPlanner>;
beforeEach(() => {
  planner = openPlanner();
  planner.start();
});
afterEach(() => planner.close());

const daily = anySchedule({
  ScheduleExpression: 'cron(0 6 * * ? *)',
  ScheduleExpressionTimezone: 'Europe/Berlin',
  Description: 'every morning',
});

describe('the API of schedules', () => {
  it('creates, gets, replaces and deletes one', async () => {
    expect(await planner.api('POST', '/schedules/a', daily)).toMatchObject({
      status: 200,
      ScheduleArn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/a',
    });
    expect(await planner.api('GET', '/schedules/a')).toMatchObject({
      ...daily,
      Name: 'a',
      GroupName: 'default',
      State: 'ENABLED',
      ActionAfterCompletion: 'NONE',
      CreationDate: NOON_MS / 1_000,
      Target: { Arn: FUNCTION, RoleArn: ROLE, Input: '{}', RetryPolicy: { MaximumRetryAttempts: 185 } },
    });
    await planner.api('PUT', '/schedules/a', anySchedule({ State: 'DISABLED' }));
    const replaced = await planner.api('GET', '/schedules/a');
    expect(replaced).toMatchObject({ State: 'DISABLED', ScheduleExpression: 'rate(1 hour)' });
    expect(replaced).not.toHaveProperty('Description');
    expect(await planner.api('DELETE', '/schedules/a')).toMatchObject({ status: 200 });
    for (const method of ['GET', 'DELETE']) {
      expect(await planner.api(method, '/schedules/a')).toMatchObject({
        status: 404,
        error: 'ResourceNotFoundException',
      });
    }
    expect(await planner.api('PUT', '/schedules/a', daily)).toMatchObject({ status: 404 });
  });

  it('takes the same create with the same token once, and refuses another', async () => {
    const body = { ...daily, ClientToken: 't' };
    const made = await planner.api('POST', '/schedules/a', body);
    expect(await planner.api('POST', '/schedules/a', body)).toEqual(made);
    expect(await planner.api('POST', '/schedules/a', { ...daily, ClientToken: 'u' })).toMatchObject({
      status: 409,
      error: 'ConflictException',
    });
  });

  it('lists by group, prefix and state, in pages', async () => {
    await planner.api('POST', '/schedule-groups/g', {});
    for (const name of ['a1', 'a2', 'b1']) await planner.api('POST', `/schedules/${name}`, daily);
    await planner.api('POST', '/schedules/a3', { ...daily, GroupName: 'g', State: 'DISABLED' });
    const list = async (query: string) => {
      const reply = await planner.api('GET', `/schedules${query}`);
      return {
        names: (reply.Schedules as { Name: string }[]).map(({ Name }) => Name),
        next: reply.NextToken,
      };
    };
    expect((await list('')).names).toEqual(['a1', 'a2', 'b1', 'a3']);
    expect((await list('?NamePrefix=a&ScheduleGroup=default')).names).toEqual(['a1', 'a2']);
    expect((await list('?State=DISABLED')).names).toEqual(['a3']);
    const first = await list('?MaxResults=3');
    expect(first.names).toEqual(['a1', 'a2', 'b1']);
    expect(await list(`?MaxResults=3&NextToken=${first.next}`)).toEqual({ names: ['a3'], next: undefined });
  });

  it.each<[string, object]>([
    ['ScheduleExpression', { ScheduleExpression: 'rate(1 second)' }],
    ['ScheduleExpressionTimezone', { ScheduleExpressionTimezone: 'Mars/Olympus' }],
    ['State', { State: 'ON' }],
    ['FlexibleTimeWindow', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } }],
    ['FlexibleTimeWindow', { FlexibleTimeWindow: undefined }],
    ['EndDate', { StartDate: 200, EndDate: 100 }],
    ['ActionAfterCompletion', { ActionAfterCompletion: 'KEEP' }],
    ['Target', { Target: undefined }],
    ['Target.Arn', { Target: { Arn: 'arn:aws:scheduler:::aws-sdk:sqs:sendMessage', RoleArn: ROLE } }],
    ['Target.RoleArn', { Target: { Arn: FUNCTION } }],
    ['Target.Input', { Target: { Arn: FUNCTION, RoleArn: ROLE, Input: '{' } }],
    ['Target.EcsParameters', { Target: { Arn: FUNCTION, RoleArn: ROLE, EcsParameters: {} } }],
    [
      'MaximumRetryAttempts',
      { Target: { Arn: FUNCTION, RoleArn: ROLE, RetryPolicy: { MaximumRetryAttempts: 186 } } },
    ],
  ])('refuses a wrong %s', async (field, wrong) => {
    const reply = await planner.api('POST', '/schedules/a', { ...anySchedule(), ...wrong });
    expect(reply).toMatchObject({ status: 400, error: 'ValidationException' });
    expect(reply.Message).toContain(`'${field}'`);
  });

  it('47 4 refuses a start more than five minutes ago, but not of a schedule that fires once', async () => {
    const make = (name: string, minutesAgo: number, rest: object = {}) =>
      planner.api('POST', `/schedules/${name}`, {
        ...daily,
        StartDate: (NOON_MS - minutesAgo * 60_000) / 1_000,
        ...rest,
      });
    expect(await make('late', 6)).toMatchObject({ status: 400, error: 'ValidationException' });
    expect(await make('just', 5)).toMatchObject({ status: 200 });
    expect(await make('once', 6, { ScheduleExpression: 'at(2026-03-02T09:00:00)' })).toMatchObject({
      status: 200,
    });
    const changed = await planner.api('PUT', '/schedules/just', {
      ...daily,
      StartDate: (NOON_MS - 360_000) / 1_000,
    });
    expect(changed).toMatchObject({ status: 400, error: 'ValidationException' });
  });

  it('refuses names that are none, unknown groups and operations', async () => {
    expect(await planner.api('POST', '/schedules/a%20b', daily)).toMatchObject({
      error: 'ValidationException',
    });
    expect(await planner.api('POST', '/schedules/a', { ...daily, GroupName: 'none' })).toMatchObject({
      status: 404,
    });
    expect(await planner.api('GET', '/tags/arn')).toMatchObject({ error: 'UnknownOperationException' });
  });

  it('names the permissions that a call needs', async () => {
    const made = await planner.api('POST', '/schedules/a', daily);
    expect(made.needs).toEqual([
      {
        action: 'scheduler:CreateSchedule',
        resource: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/a',
      },
      {
        action: 'iam:PassRole',
        resource: ROLE,
        context: { 'iam:PassedToService': 'scheduler.amazonaws.com' },
      },
    ]);
    const removed = await planner.api('DELETE', '/schedules/a?groupName=g');
    expect(removed.needs).toEqual([
      {
        action: 'scheduler:DeleteSchedule',
        resource: 'arn:aws:scheduler:us-east-1:000000000000:schedule/g/a',
      },
    ]);
  });
});

describe('the API of groups', () => {
  it('creates, lists and deletes groups with their schedules', async () => {
    expect(await planner.api('POST', '/schedule-groups/g', {})).toMatchObject({
      ScheduleGroupArn: 'arn:aws:scheduler:us-east-1:000000000000:schedule-group/g',
    });
    expect(await planner.api('POST', '/schedule-groups/g', {})).toMatchObject({ status: 409 });
    await planner.api('POST', '/schedules/a', { ...daily, GroupName: 'g' });
    const { ScheduleGroups } = await planner.api('GET', '/schedule-groups');
    expect(ScheduleGroups).toMatchObject([{ Name: 'default' }, { Name: 'g', State: 'ACTIVE' }]);
    expect(await planner.api('GET', '/schedule-groups/g')).toMatchObject({ Name: 'g' });
    await planner.api('DELETE', '/schedule-groups/g');
    expect(planner.statusOf()).toEqual([]);
    expect(await planner.api('GET', '/schedule-groups/g')).toMatchObject({ status: 404 });
    expect(await planner.api('DELETE', '/schedule-groups/default')).toMatchObject({ status: 400 });
  });
});

describe('schedules of the template', () => {
  it('are made with their group, keep their next time when unchanged and go when removed', async () => {
    const dataDirectory = temporaryDirectory('scheduler');
    const properties = anySchedule({ GroupName: 'g', ScheduleExpression: 'rate(1 day)' });
    const restart = async (skippedMs: number, declared: boolean) => {
      await planner.close();
      planner = openPlanner({ dataDirectory, skippedMs });
      if (declared) {
        await planner.deploy('ScheduleGroup', 'g', { Name: 'g' });
        await planner.deploy('Schedule', 'Stack-It', properties);
      }
      planner.start();
      await planner.pass(0);
      return planner.statusOf().map(({ name, nextMs }) => ({ name, nextMs }));
    };
    const next = { name: 'Stack-It', nextMs: NOON_MS + 86_400_000 };
    expect(await restart(0, true)).toEqual([next]);
    expect(planner.invoked).toHaveLength(1);
    await planner.api(
      'POST',
      '/schedules/own',
      anySchedule({ ScheduleExpression: 'at(2026-04-01T00:00:00)' }),
    );
    expect(await restart(3_600_000, true)).toMatchObject([{ name: 'own' }, next]);
    expect(planner.invoked).toHaveLength(0);
    expect(await restart(3_600_000, false)).toMatchObject([{ name: 'own' }]);
    expect(await planner.api('GET', '/schedule-groups/g')).toMatchObject({ status: 404 });
  });

  it('stop the start when something is not supported', async () => {
    const creating = planner.deploy('Schedule', 's', anySchedule({ ScheduleExpression: 'rate(1 second)' }));
    await expect(creating).rejects.toThrow('Stack/It: AWS::Scheduler::Schedule property ScheduleExpression');
  });
});
