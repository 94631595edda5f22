import * as z from 'zod';
import { defineTaskWorker, serveTaskWorker } from '../../lib/events/index.ts';
import { type RunDeps, solvePart } from '../../lib/planning/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/runtime/index.ts';
import { s3Bucket } from '../../lib/storage/index.ts';
import { travelOfEnvironment } from '../../lib/travel/index.ts';

const input = z.object({
  organizationId: z.string(),
  activityId: z.string(),
  round: z.int().min(0),
  part: z.int().min(0),
});

interface Deps extends CoreDeps, RunDeps {}

/** Solves one part of an optimization. 1,769 MB is where Lambda gives a function a whole processor. */
export const worker = defineTaskWorker<z.infer<typeof input>, Deps>({
  name: 'solve-part',
  input,
  timeoutSeconds: 900,
  memoryMegabytes: 1_769,
  uses: { table: 'readWrite', bucket: 'readWrite', measuresRoutes: true },
  failureImpact: 'Optimizations do not end.',
  async handle(part, deps) {
    await solvePart(deps, part);
    return {};
  },
});

export const handler = serveTaskWorker(worker, () => {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock), travel: travelOfEnvironment() };
});
