import * as z from 'zod';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';
import { announceSchedule, SCHEDULE_TARGET } from '../../lib/reactions/automations/schedules/index.ts';

const input = z.object({ organizationId: z.string(), workflowId: z.string(), at: z.string() });

/** Invoked by the schedule of a workflow: records in the table that its time has come. */
export const worker = defineTaskWorker<z.infer<typeof input>, CoreDeps>({
  name: SCHEDULE_TARGET,
  input,
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Workflows with a cron trigger miss a start.',
  handle: (deps, fired) => announceSchedule(deps, fired),
});

export const handler = serveTaskWorker(worker, coreDeps);
