import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { JobAggregate } from '../../jobs/index.ts';
import { claimIdentifiersOf } from '../claims/claim-identifiers.ts';
import { planJobDispatch } from '../departure/plan-job-dispatch.ts';
import type { JobInput } from './job-fields.ts';
import type { JobCreator, JobDeps } from './job-request.ts';
import { packageOfInput } from './package-of-input.ts';
import { configurationOf } from './plan-job.ts';
import { prepareJob } from './prepare-job.ts';
import { refuseCreator } from './refuse-creator.ts';
import { writeRequestedJob } from './write-requested-job.ts';

/**
 * Creates a job of one package without an order, with quotes. It goes out at once when its strategy or the caller says so
 * and it is due; a scheduled one at the lead time before its pickup; otherwise it waits until a quote is
 * selected. When no provider can be found, it is created all the same and waits; an event has the reason.
 * Refused with ALREADY_EXISTS while another active job has its external identifier: of several created at the
 * same time, one is.
 */
export async function createJob(
  deps: JobDeps,
  actor: JobCreator,
  input: JobInput,
): Promise<JobAggregate | Refusal> {
  const refused = refuseCreator(actor);
  if (refused) return refused;
  const { organizationId } = actor;
  const jobId = deps.ids.next('job');
  const item = await packageOfInput(deps, actor, input, jobId);
  if (isRefusal(item)) return item;
  const configuration = configurationOf({ organizationId, jobId }, 1, item);
  // Before providers are asked: they do not quote what another job has.
  const claimed = await claimIdentifiersOf(deps, input, configuration);
  if (isRefusal(claimed)) return claimed;
  const configurations = [configuration];
  const { jobMetadata, optionsGroupId: strategyId } = input;
  const prepared = await prepareJob(deps, {
    configurations,
    jobMetadata,
    strategyId,
    planOf: (strategy, at) => planJobDispatch(input, item, strategy, at),
  });
  if (isRefusal(prepared)) return prepared;
  return writeRequestedJob(deps, actor, { input, configurations, prepared, claimed });
}
