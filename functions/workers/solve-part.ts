import * as z from 'zod';
import { travelOfEnvironment } from '../../lib/engines/travel/index.ts';
import { coresOf, MEGABYTES_OF_CORE, type RunDeps, solvePart } from '../../lib/fleet/planning/index.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps, onFirstUse } from '../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';

const input = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  round: z.int().min(0),
  part: z.int().min(0),
});

interface Deps extends CoreDeps, RunDeps {}

/**
 * Solves one part of an optimization, on one processor unless the stage's `solverCores` gives it more: Lambda assigns
 * processors by memory.
 */
export const worker = defineTaskWorker<z.infer<typeof input>, Deps>({
  name: 'solve-part',
  input,
  timeoutSeconds: 900,
  memoryMegabytes: MEGABYTES_OF_CORE,
  takesSolverCores: true,
  uses: { table: 'readWrite', bucket: 'readWrite', measuresRoutes: true },
  failureImpact: 'Optimizations do not end.',
  async handle(deps, part) {
    await solvePart(deps, part);
    return {};
  },
});

export const handler = serveTaskWorker(worker, () => {
  const core = coreDeps();
  const cores = coresOf(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE);
  return { ...core, bucket: s3Bucket(core.clock), travel: onFirstUse(travelOfEnvironment), cores };
});
