import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { type Clock, systemClock } from '../../lib/platform/core/clock.ts';
import { type Log, powertoolsLog } from '../../lib/platform/core/log.ts';
import {
  defineQueueWorker,
  type EventRecord,
  queueClient,
  sendEvents,
  serveQueueWorker,
} from '../../lib/platform/events/index.ts';
import {
  AWS_TIME_LIMITS,
  machineVariable,
  queueVariable,
  requireVariable,
} from '../../lib/platform/runtime/index.ts';
import { delaySeconds, timerArmed, timerMachine, waitBy } from '../../lib/platform/timers/index.ts';

/** It needs no access to the table: the event contains everything. */
interface Deps {
  readonly clock: Clock;
  readonly log: Log;
  readonly machines: SFNClient;
  readonly timers: SQSClient;
}

/**
 * Starts the wait of a timer: a delayed message when it is due soon, an execution when it is due within a
 * day. A later timer stays in its row until the sweeper sends it here again.
 */
export const worker = defineQueueWorker<Deps>({
  name: 'start-timer',
  consumes: [timerArmed],
  batchingSeconds: 1,
  timeoutSeconds: 30,
  maxConcurrency: 20,
  uses: { starts: [timerMachine], sends: ['fire-timer'] },
  failureImpact:
    'Scheduled orders, webhook retries and delayed messages wait for the sweeper instead of their time.',
  async handle({ clock, machines, timers }: Deps, event: EventRecord) {
    const { dueAt } = timerArmed.parse(event).data;
    const wait = waitBy(dueAt, clock.now());
    if (wait === 'message') {
      await sendEvents(
        {
          client: timers,
          url: requireVariable(queueVariable('fire-timer')),
          delaySeconds: delaySeconds(dueAt, clock.now()),
        },
        [event],
      );
    }
    if (wait === 'execution') await startExecution(machines, event, dueAt);
  },
});

/** It has the name of the event, and with it the timer's generation, so it starts only once. */
async function startExecution(machines: SFNClient, event: EventRecord, dueAt: string): Promise<void> {
  try {
    await machines.send(
      new StartExecutionCommand({
        stateMachineArn: requireVariable(machineVariable(timerMachine)),
        name: event.id,
        input: JSON.stringify({ wakeAt: dueAt, event }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

export const handler = serveQueueWorker(worker, () => ({
  clock: systemClock,
  log: powertoolsLog(requireVariable('AWS_LAMBDA_FUNCTION_NAME')),
  machines: new SFNClient(AWS_TIME_LIMITS),
  timers: queueClient(),
}));
