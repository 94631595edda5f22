import * as z from 'zod';
import { OPTIMIZATION_SCHEDULE_TARGET, startScheduledOptimization } from '../../lib/fleet/planning/index.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';

const input = z.object({
  organizationId: z.string(),
  strategyId: z.string(),
  at: z.string(),
  isCadence: z.boolean().default(false),
});

/** Invoked by the schedule of an optimization strategy: asks for its optimization. */
export const worker = defineTaskWorker<z.infer<typeof input>, CoreDeps>({
  name: OPTIMIZATION_SCHEDULE_TARGET,
  input,
  timeoutSeconds: 60,
  uses: { table: 'readWrite' },
  failureImpact: 'Strategies with a schedule miss a run.',
  handle: (deps, fired) => startScheduledOptimization(deps, fired),
});

export const handler = serveTaskWorker(worker, coreDeps);
