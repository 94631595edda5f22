import { gunzipSync, gzipSync } from 'node:zlib';
import type { InitialRouteInput, PlanPart } from '../../../engines/optimization/index.ts';
import type { Bucket } from '../../../platform/storage/index.ts';
import type { BuiltProblem, MeasuredRoute } from '../build-problem.ts';
import type { SolvedRun } from '../plan-result.ts';

/** An activity that is carried out. */
export interface RunOf {
  readonly organizationId: string;
  readonly activityId: string;
}

/** The last written plan of a part. */
export interface StoredPlan {
  readonly elapsedMs: number;
  readonly routes: readonly InitialRouteInput[];
}

/** The solution of a part or of a round. */
export interface Solved extends SolvedRun {
  readonly iterations: number;
  /** Its existing routes as they were. */
  readonly before: readonly MeasuredRoute[];
}

/** Data that the steps of a run leave for each other, by name. */
interface Contents {
  readonly problem: BuiltProblem;
  /** The parts of a round. */
  readonly parts: readonly PlanPart[];
  readonly plan: StoredPlan;
  readonly solution: Solved;
}

/** Objects of a run in the bucket. */
export interface RunFiles {
  read<Name extends keyof Contents>(
    name: Name,
    ...at: readonly number[]
  ): Promise<Contents[Name] | undefined>;
  write<Name extends keyof Contents>(
    name: Name,
    content: Contents[Name],
    ...at: readonly number[]
  ): Promise<void>;
  remove(name: keyof Contents, ...at: readonly number[]): Promise<void>;
}

/** Storage of the problem, the parts, the plans and the solutions of a run until it ends: as JSON, compressed. */
export function runFiles(bucket: Bucket, { organizationId, activityId }: RunOf): RunFiles {
  const keyOf = (name: string, at: readonly number[]) =>
    `optimizations/${activityId}/${[name, ...at].join('-')}.json.gz`;
  return {
    async read(name, ...at) {
      const content = await bucket.get(organizationId, keyOf(name, at));
      return content && JSON.parse(gunzipSync(content).toString('utf8'));
    },
    write: (name, content, ...at) =>
      bucket.put(
        organizationId,
        keyOf(name, at),
        gzipSync(JSON.stringify(content), { level: 3 }),
        'application/gzip',
      ),
    remove: (name, ...at) => bucket.remove(organizationId, keyOf(name, at)),
  };
}
