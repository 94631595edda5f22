import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { optimizationMachine, optimizationRequested } from '../../lib/fleet/planning/index.ts';
import { type Log, powertoolsLog } from '../../lib/platform/core/log.ts';
import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { AWS_TIME_LIMITS, machineVariable, requireVariable } from '../../lib/platform/runtime/index.ts';

/** It needs no access to the table: the event contains everything. */
interface Deps {
  readonly log: Log;
  readonly machines: SFNClient;
}

/** Starts the execution of an optimization. It is named after the event, so it starts only once. */
export const worker = defineQueueWorker<Deps>({
  name: 'start-optimization',
  consumes: [optimizationRequested],
  maxConcurrency: 2,
  timeoutSeconds: 30,
  uses: { starts: [optimizationMachine] },
  failureImpact: 'Optimizations stay queued.',
  async handle({ machines }: Deps, event: EventRecord) {
    const { activityId } = optimizationRequested.parse(event).data;
    try {
      await machines.send(
        new StartExecutionCommand({
          stateMachineArn: requireVariable(machineVariable(optimizationMachine)),
          name: event.id,
          input: JSON.stringify({ organizationId: event.organizationId, activityId }),
        }),
      );
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  },
});

export const handler = serveQueueWorker(worker, () => ({
  log: powertoolsLog(requireVariable('AWS_LAMBDA_FUNCTION_NAME')),
  machines: new SFNClient(AWS_TIME_LIMITS),
}));
