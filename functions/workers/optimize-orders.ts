import * as z from 'zod';
import { defineTaskWorker, serveTaskWorker } from '../../lib/events/index.ts';
import { giveUpOptimization, type RunDeps, runOptimization } from '../../lib/planning/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/runtime/index.ts';
import { travelOfEnvironment } from '../../lib/travel/index.ts';

const input = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  /** Set by the state machine when the solver failed too often. */
  failure: z.unknown().optional(),
});

interface Deps extends CoreDeps, RunDeps {}

/** Solves one optimization. 1,769 MB is where Lambda gives a function a whole processor. */
export const worker = defineTaskWorker<z.infer<typeof input>, Deps>({
  name: 'optimize-orders',
  input,
  timeoutSeconds: 900,
  memoryMegabytes: 1_769,
  uses: { table: 'readWrite', measuresRoutes: true },
  failureImpact: 'Optimizations do not end.',
  handle: ({ failure, ...of }, deps) =>
    failure === undefined ? runOptimization(deps, of) : giveUpOptimization(deps, of),
});

export const handler = serveTaskWorker(worker, () => ({ ...coreDeps(), travel: travelOfEnvironment() }));
