import { memoized } from '../../../engines/geocoding/index.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import { isRefusal, Refusal } from '../../../platform/core/refusal.ts';
import type { Configuration, JobAggregate } from '../../jobs/index.ts';
import { planBatchDispatch } from '../departure/plan-job-dispatch.ts';
import type { BatchInput } from './batch-request.ts';
import { createJob } from './create-job.ts';
import type { JobCreator, JobDeps } from './job-request.ts';
import { packageOfInput } from './package-of-input.ts';
import { configurationOf } from './plan-job.ts';
import { prepareJob } from './prepare-job.ts';
import { refuseCreator } from './refuse-creator.ts';
import { writeRequestedJob } from './write-requested-job.ts';

/** Number of packages that are checked and geocoded in parallel. */
const WIDTH = 8;

/**
 * Creates a job of several packages that one provider carries, in the order of the request: all pickups, then
 * all dropoffs. Like a job of one package it goes out when its strategy says so, or waits. An error in one
 * package refuses them all. A single package creates an ordinary job.
 */
export async function createBatchJob(
  deps: JobDeps,
  actor: JobCreator,
  input: BatchInput,
): Promise<JobAggregate | Refusal> {
  const { packages, inputDatetimesLocalizedToPickupTz, ...common } = input;
  const requests = packages.map((one) => ({ ...one, inputDatetimesLocalizedToPickupTz }));
  const [only] = requests;
  if (only && requests.length === 1) return createJob(deps, actor, { ...only, ...common });
  const refused = refuseCreator(actor);
  if (refused) return refused;
  const configurations = await configurationsOf(deps, actor, requests, deps.ids.next('job'));
  if (isRefusal(configurations)) return configurations;
  const prepared = await prepareJob(deps, {
    configurations,
    jobMetadata: input.jobMetadata,
    strategyId: input.optionsGroupId,
    planOf: (strategy, at) =>
      planBatchDispatch(
        configurations.map((one) => one.package),
        strategy,
        at,
      ),
  });
  return isRefusal(prepared) ? prepared : writeRequestedJob(deps, actor, { input, configurations, prepared });
}

/** The configurations of a batch, in order; the first refusal names its package. */
async function configurationsOf(
  deps: JobDeps,
  actor: JobCreator,
  requests: BatchInput['packages'],
  jobId: string,
): Promise<readonly Configuration[] | Refusal> {
  // The packages of a batch share addresses: each is geocoded once.
  const own = { ...deps, geocoder: memoized(deps.geocoder) };
  const items = await mapConcurrently(requests, WIDTH, (request, index) =>
    packageOfInput(own, actor, request, jobId, index + 1),
  );
  const configurations: Configuration[] = [];
  for (const [index, item] of items.entries()) {
    if (isRefusal(item)) return ofPackage(item, index);
    configurations.push(configurationOf({ organizationId: actor.organizationId, jobId }, index + 1, item));
  }
  return configurations;
}

function ofPackage({ kind, message, details }: Refusal, index: number): Refusal {
  const { field } = details;
  const path = typeof field === 'string' ? { field: `packages[${index}].${field}` } : {};
  return new Refusal(kind, `packages[${index}]: ${message}`, { ...details, ...path, package: index });
}
