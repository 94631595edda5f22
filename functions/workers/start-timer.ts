import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { type Clock, systemClock, toInstant } from '../../lib/core/clock.ts';
import { type Log, powertoolsLog } from '../../lib/core/log.ts';
import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/events/index.ts';
import { machineVariable, requireVariable } from '../../lib/runtime/index.ts';
import { timerArmed, timerMachine } from '../../lib/timers/index.ts';

/** An execution lives a year at most; a longer wait is chained. Milliseconds. */
const LONGEST_WAIT_MS = 360 * 24 * 3_600_000;

/** The table is none of its business: the event says everything. */
interface Deps {
  readonly clock: Clock;
  readonly log: Log;
  readonly machines: SFNClient;
}

/** Starts the execution that waits for an armed timer. Its name is the timer's generation, so once is enough. */
export const worker = defineQueueWorker<Deps>({
  name: 'start-timer',
  consumes: [timerArmed],
  timeoutSeconds: 30,
  uses: { starts: [timerMachine] },
  failureImpact:
    'Scheduled orders, webhook retries and delayed messages wait for the sweeper instead of their time.',
  async handle(event: EventRecord, { machines, clock }: Deps) {
    const { timerId, generation, dueAt } = timerArmed.parse(event).data;
    const wakeAt = Math.min(Date.parse(dueAt), clock.now() + LONGEST_WAIT_MS);
    try {
      await machines.send(
        new StartExecutionCommand({
          stateMachineArn: requireVariable(machineVariable(timerMachine)),
          name: event.id,
          input: JSON.stringify({
            organizationId: event.organizationId,
            timerId,
            generation,
            wakeAt: toInstant(wakeAt),
          }),
        }),
      );
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  },
});

export const handler = serveQueueWorker(worker, () => ({
  clock: systemClock,
  log: powertoolsLog(requireVariable('AWS_LAMBDA_FUNCTION_NAME')),
  machines: new SFNClient({}),
}));
