import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { settle } from '../support/settle.ts';
import { anySchedule, MACHINE, openPlanner, type PlannerOptions, QUEUE, ROLE } from './support.ts';

const HOUR_MS = 3_600_000;

const open = (options: PlannerOptions = {}) => {
  const planner = openPlanner(options);
  onTestFinished(planner.close);
  return planner;
};
const directory = () => temporaryDirectory('scheduler');

/** A planner with one schedule, started. */
const withSchedule = async (settings: object, options: PlannerOptions = {}) => {
  const planner = open(options);
  planner.start();
  const made = await planner.api('POST', '/schedules/s', settings);
  expect(made.status).toBe(200);
  return planner;
};
const times = (planner: ReturnType<typeof openPlanner>) => planner.invoked.map(({ at }) => at.slice(5, 16));

describe('when schedules fire', () => {
  it('fires a rate at once and then each period', async () => {
    const planner = await withSchedule(anySchedule());
    await planner.pass(3 * HOUR_MS);
    expect(times(planner)).toHaveLength(4);
    expect(planner.statusOf()[0]?.nextMs).toBe(planner.clock.now() + HOUR_MS);
  });

  it('keeps to start and end date', async () => {
    const planner = await withSchedule(
      anySchedule({
        StartDate: Date.parse('2026-03-01T12:30:00Z') / 1_000,
        EndDate: Date.parse('2026-03-01T14:30:00Z') / 1_000,
      }),
    );
    for (let hour = 0; hour < 5; hour += 1) await planner.pass(HOUR_MS / 2);
    await planner.pass(24 * HOUR_MS);
    expect(planner.invoked).toHaveLength(3);
    expect(planner.statusOf()[0]?.nextMs).toBeUndefined();
  });

  it('fires a one-time schedule once, and deletes it after if told to', async () => {
    const at = { ScheduleExpression: 'at(2026-03-01T13:00:00)' };
    const planner = await withSchedule(anySchedule({ ...at, ActionAfterCompletion: 'DELETE' }));
    await planner.api('POST', '/schedules/kept', anySchedule(at));
    await planner.pass(HOUR_MS - 1);
    expect(planner.invoked).toHaveLength(0);
    await planner.pass(1);
    await planner.pass(24 * HOUR_MS);
    expect(planner.invoked).toHaveLength(2);
    expect(planner.statusOf().map(({ name }) => name)).toEqual(['kept']);
  });

  it('fires in the window of a flexible schedule, at its start', async () => {
    const planner = await withSchedule(
      anySchedule({
        ScheduleExpression: 'at(2026-03-01T13:00:00)',
        FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 15 },
      }),
    );
    await planner.pass(HOUR_MS);
    expect(times(planner)).toEqual(['03-01T13:00']);
  });

  it('does not fire while disabled, nor after it was deleted', async () => {
    const planner = await withSchedule(anySchedule({ State: 'DISABLED' }));
    await planner.pass(5 * HOUR_MS);
    expect(planner.invoked).toEqual([]);
    await planner.api('PUT', '/schedules/s', anySchedule({ ScheduleExpression: 'rate(1 hour)' }));
    await planner.pass(0);
    expect(planner.invoked).toHaveLength(1);
    await planner.api('DELETE', '/schedules/s');
    await planner.pass(5 * HOUR_MS);
    expect(planner.invoked).toHaveLength(1);
  });

  it('makes a skipping clock jump when it fires once, not when it recurs', async () => {
    const planner = await withSchedule(anySchedule({ ScheduleExpression: 'cron(0 0 * * ? *)' }));
    planner.clock.setSkipping(true);
    for (let turn = 0; turn < 50; turn += 1) await settle();
    expect(planner.invoked).toEqual([]);
    await planner.api(
      'POST',
      '/schedules/once',
      anySchedule({ ScheduleExpression: 'at(2026-03-03T12:00:00)' }),
    );
    for (let turn = 0; turn < 50; turn += 1) await settle();
    expect(new Date(planner.clock.now()).toISOString()).toBe('2026-03-03T12:00:00.000Z');
    expect(planner.invoked).toHaveLength(3);
  });

  it('does not flood its target when months are skipped', async () => {
    const planner = await withSchedule(anySchedule({ ScheduleExpression: 'rate(1 minute)' }));
    await planner.pass(24 * HOUR_MS);
    expect(planner.invoked).toHaveLength(10);
    expect(planner.log).toEqual([expect.stringContaining('are skipped')]);
    await planner.pass(60_000);
    expect(planner.invoked).toHaveLength(11);
  });
});

describe('what targets are called with', () => {
  const once = (target: object) => anySchedule({ ScheduleExpression: 'at(2026-03-01T13:00:00)' }, target);

  it('fills the placeholders of the input in', async () => {
    const Input = JSON.stringify({
      arn: '<aws.scheduler.schedule-arn>',
      at: '<aws.scheduler.scheduled-time>',
      id: '<aws.scheduler.execution-id>',
      attempt: '<aws.scheduler.attempt-number>',
      other: '<aws.scheduler.unknown>',
    });
    const planner = await withSchedule(once({ Input }));
    await planner.pass(HOUR_MS);
    expect(planner.invoked[0]?.event).toEqual({
      arn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/default/s',
      at: '2026-03-01T13:00:00Z',
      id: 'firing-1',
      attempt: '1',
      other: '<aws.scheduler.unknown>',
    });
  });

  it('sends the default notification without an input', async () => {
    const planner = await withSchedule(once({ Input: undefined }));
    await planner.pass(HOUR_MS);
    expect(planner.invoked[0]?.event).toMatchObject({
      source: 'aws.scheduler',
      'detail-type': 'Scheduled Event',
      time: '2026-03-01T13:00:00Z',
      resources: ['arn:aws:scheduler:us-east-1:000000000000:schedule/default/s'],
    });
  });

  it('sends to queues and starts executions as the role', async () => {
    const planner = await withSchedule(
      once({ Arn: QUEUE, Input: 'any text', SqsParameters: { MessageGroupId: 'g' } }),
    );
    await planner.api('POST', '/schedules/m', once({ Arn: MACHINE, Input: '{"a":1}' }));
    await planner.pass(HOUR_MS);
    expect(planner.called).toEqual([
      {
        roleArn: ROLE,
        service: 'states',
        action: 'StartExecution',
        body: { stateMachineArn: MACHINE, name: 'firing-1', input: '{"a":1}' },
      },
      {
        roleArn: ROLE,
        service: 'sqs',
        action: 'SendMessage',
        body: {
          QueueUrl: 'http://local/000000000000/work',
          MessageBody: 'any text',
          MessageGroupId: 'g',
        },
      },
    ]);
  });
});

describe('when a target fails', () => {
  const once = (target: object) => anySchedule({ ScheduleExpression: 'at(2026-03-01T13:00:00)' }, target);

  it('tries again as often as RetryPolicy says, then sends a dead letter', async () => {
    const planner = await withSchedule(
      once({
        Arn: QUEUE,
        Input: 'text',
        RetryPolicy: { MaximumRetryAttempts: 2 },
        DeadLetterConfig: { Arn: `${QUEUE}-dlq` },
      }),
      {
        callAws: ({ body }) =>
          String(body.QueueUrl).endsWith('dlq') ? { status: 200, body: {} } : { status: 503, body: {} },
      },
    );
    await planner.pass(HOUR_MS);
    await planner.pass(1_000);
    expect(planner.called).toHaveLength(2);
    await planner.pass(2_000);
    expect(planner.called).toHaveLength(4);
    expect(planner.called[3]?.body).toMatchObject({
      QueueUrl: 'http://local/000000000000/work-dlq',
      MessageBody: 'text',
      MessageAttributes: {
        RETRY_ATTEMPTS: { DataType: 'String', StringValue: '2' },
        EXHAUSTED_RETRY_CONDITION: { DataType: 'String', StringValue: 'MaximumRetryAttempts' },
        TARGET_ARN: { DataType: 'String', StringValue: QUEUE },
      },
    });
    await planner.pass(HOUR_MS);
    expect(planner.called).toHaveLength(4);
  });

  it('gives up at the greatest age', async () => {
    const planner = await withSchedule(once({ Arn: QUEUE, RetryPolicy: { MaximumEventAgeInSeconds: 60 } }), {
      callAws: () => ({ status: 500, body: {} }),
    });
    await planner.pass(HOUR_MS);
    for (let quarter = 0; quarter < 8; quarter += 1) await planner.pass(15_000);
    // Each attempt ends in the quarter minute in which it began: 0, 1, 15 + 2, 30 + 4, 45 + 8; 60 + 16 is too late.
    expect(planner.called).toHaveLength(5);
    expect(planner.log.at(-1)).toContain('gave up');
  });

  it('never repeats what was refused', async () => {
    const refused = { status: 400, body: { __type: 'x#AccessDeniedException', message: 'no' } };
    const planner = await withSchedule(once({ Arn: QUEUE }), { callAws: () => refused });
    await planner.pass(24 * HOUR_MS);
    expect(planner.called).toHaveLength(1);
    expect(planner.log.at(-1)).toContain('AccessDeniedException');
  });

  it('does not invoke a function that the role may not', async () => {
    const planner = await withSchedule(once({}), { allows: false });
    await planner.pass(24 * HOUR_MS);
    expect(planner.invoked).toEqual([]);
    expect(planner.log[0]).toContain('not authorized');
  });

  it('invokes a function that threw twice more, as Lambda does', async () => {
    const planner = await withSchedule(once({}), {
      invoke: () => ({ ok: false, errorType: 'E', errorMessage: 'm', trace: [] }),
    });
    await planner.pass(HOUR_MS);
    await planner.pass(60_000);
    await planner.pass(120_000);
    await planner.pass(24 * HOUR_MS);
    expect(times(planner)).toEqual(['03-01T13:00', '03-01T13:01', '03-01T13:03']);
  });
});

describe('after a restart', () => {
  it('fires a missed one-time schedule late, and a recurring one at its next time', async () => {
    const dataDirectory = directory();
    const first = open({ dataDirectory });
    first.start();
    await first.api(
      'POST',
      '/schedules/once',
      anySchedule({ ScheduleExpression: 'at(2026-03-01T13:00:00)' }),
    );
    await first.api('POST', '/schedules/daily', anySchedule({ ScheduleExpression: 'cron(0 13 * * ? *)' }));
    await first.close();

    const second = open({ dataDirectory, skippedMs: 2 * HOUR_MS });
    second.start();
    await second.pass(0);
    expect(times(second)).toEqual(['03-01T14:00']);
    await second.pass(23 * HOUR_MS);
    expect(times(second)).toEqual(['03-01T14:00', '03-02T13:00']);
  });

  it('makes a firing that was under way again, as the same execution', async () => {
    const dataDirectory = directory();
    const Input = '{"id":"<aws.scheduler.execution-id>"}';
    const once = anySchedule(
      { ScheduleExpression: 'at(2026-03-01T12:00:00)', ActionAfterCompletion: 'DELETE' },
      { Input },
    );
    const first = open({ dataDirectory, invoke: () => new Promise(() => undefined) });
    first.start();
    await first.api('POST', '/schedules/once', once);
    for (let turn = 0; turn < 5; turn += 1) await settle();
    expect(first.invoked).toHaveLength(1);
    expect(await first.service.idle()).toBe(false);
    await first.close();

    const second = open({ dataDirectory });
    second.start();
    await second.pass(0);
    expect(second.invoked).toEqual(first.invoked);
    expect(second.statusOf()).toEqual([]);
  });
});
