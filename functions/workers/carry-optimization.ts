import * as z from 'zod';
import { travelOfEnvironment } from '../../lib/engines/travel/index.ts';
import {
  abandonOptimization,
  finishOptimization,
  prepareOptimization,
  type RunDeps,
  splitAgain,
} from '../../lib/fleet/planning/index.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps, onFirstUse } from '../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';

const input = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  step: z.enum(['pose', 'split-again', 'finish', 'give-up']),
  /** The round after which to split again. */
  round: z.int().min(0).optional(),
});

interface Deps extends CoreDeps, RunDeps {}

const STEPS = {
  pose: prepareOptimization,
  'split-again': splitAgain,
  finish: finishOptimization,
  'give-up': abandonOptimization,
} as const;

/** The steps of an optimization that handle all of it. The roads between 5,000 places take 0.8 GB. */
export const worker = defineTaskWorker<z.infer<typeof input>, Deps>({
  name: 'carry-optimization',
  input,
  timeoutSeconds: 900,
  memoryMegabytes: 3_008,
  uses: { table: 'readWrite', bucket: 'readWrite', measuresRoutes: true },
  failureImpact: 'Optimizations do not start, or do not end.',
  async handle(deps, { step, ...of }) {
    return (await STEPS[step](deps, of)) ?? {};
  },
});

export const handler = serveTaskWorker(worker, () => {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock), travel: onFirstUse(travelOfEnvironment) };
});
