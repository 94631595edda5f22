import { toInstant } from '../../../platform/core/clock.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { Operation } from '../../../platform/table/index.ts';
import type { Configuration, JobAggregate } from '../../jobs/index.ts';
import { recordJobFailure } from '../attempts/record-failure.ts';
import { dispatchInstant } from '../departure/plan-job-dispatch.ts';
import type { JobInput } from './job-fields.ts';
import type { JobCreator, JobDeps } from './job-request.ts';
import { planJob } from './plan-job.ts';
import type { PreparedJob } from './prepare-job.ts';
import { shardOf } from './shard-of.ts';
import { claimsOf, writeJob } from './write-job.ts';

/** Writes a job that a caller requested without an order, of one package or of several. */
export function writeRequestedJob(
  deps: JobDeps,
  actor: JobCreator,
  of: {
    readonly input: Pick<JobInput, 'externalIdentifier' | 'jobMetadata' | 'quoteRequestOnly'>;
    readonly configurations: readonly Configuration[];
    readonly prepared: PreparedJob;
    /** The claims of its identifiers, when they were read. */
    readonly claimed?: readonly Operation[];
  },
): Promise<JobAggregate | Refusal> {
  const { input, configurations, prepared } = of;
  const { organizationId, listShards } = actor;
  const { round, winner, refusal, under, dispatchRule, plan } = prepared;
  const id = configurations[0]?.jobId ?? '';
  const at = toInstant(deps.clock.now());
  const planned = planJob({
    root: {
      organizationId,
      id,
      listShard: shardOf(id, listShards),
      externalIdentifier: input.externalIdentifier ?? null,
      jobMetadata: input.jobMetadata ?? {},
      quoteRequestOnly: input.quoteRequestOnly ?? false,
      dispatchAt: dispatchInstant(plan),
      dispatchRule,
      ...under,
    },
    configurations,
    round,
    winner,
    at,
  });
  const failure = refusal ? [recordJobFailure(planned.root, `made@${at}`, refusal, at)] : [];
  return writeJob(deps, planned, (members) => claimsOf(deps, members), failure, of.claimed);
}
