import { memoized } from '../../../engines/geocoding/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { partId } from '../../../platform/core/ids.ts';
import { isRefusal, Refusal } from '../../../platform/core/refusal.ts';
import { sideBySide } from '../../../platform/core/side-by-side.ts';
import { type Configuration, type JobAggregate, NEW_JOB, shortReferenceCode } from '../../jobs/index.ts';
import { jobQuoteId } from '../../quotes/index.ts';
import { recordJobFailure } from '../attempts/record-failure.ts';
import { dispatchInstant, planBatchDispatch } from '../departure/plan-job-dispatch.ts';
import { createJob, shardOf } from './create-job.ts';
import type { JobCreator, JobDeps } from './job-request.ts';
import { packageOfInput } from './package-of-input.ts';
import { invalidValue, resourceAlreadyExists } from '../refusals.ts';
import { strategyFor } from '../rules/strategy-for.ts';
import { batchIdOf, planBatch } from './plan-job.ts';
import { type BatchInput, stopsOf } from './batch-request.ts';
import { chooseForNewBatch } from '../choice/choose-for-new-batch.ts';
import { claimsOf, writeBatch } from './write-batch.ts';

/** Packages that are checked and geocoded at a time. */
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
  const { organizationId } = actor;
  const jobId = deps.ids.next('job');
  const configurations = await configurationsOf(deps, actor, requests, jobId);
  if (isRefusal(configurations)) return configurations;
  const first = configurations[0]?.package ?? {};
  const facts = { organizationId, package: first, jobMetadata: input.jobMetadata ?? {}, isBatch: true };
  const chosenStrategy = await strategyFor(deps, facts, input.optionsGroupId);
  if (isRefusal(chosenStrategy)) return chosenStrategy;
  const { strategy, dispatchRule } = chosenStrategy;
  const refusal = refuseTogether(configurations);
  if (refusal) return refusal;
  const now = deps.clock.now();
  const at = toInstant(now);
  const items = configurations.map((one) => one.package);
  const plan = planBatchDispatch(items, strategy, at);
  const chosen = await chooseForNewBatch(deps, {
    organizationId,
    batchId: batchIdOf(jobId),
    configurations,
    strategy,
    quoteId: (index) => jobQuoteId(jobId, 0, now, index),
    isDue: plan === 'now',
  });
  const root = {
    organizationId,
    id: jobId,
    createdAt: at,
    updatedAt: at,
    externalIdentifier: input.externalIdentifier ?? null,
    jobMetadata: { ...input.jobMetadata },
    tags: [],
    isBatch: true,
    routeId: null,
    shortReferenceCode: shortReferenceCode(jobId),
    dispatchAt: dispatchInstant(plan),
    ...NEW_JOB,
    ...chosen.under,
    ...(dispatchRule ? { dispatchRule } : {}),
    listShard: shardOf(jobId, actor.listShards),
  };
  const { round, winner, refusal: failed } = chosen;
  const failure = failed ? [recordJobFailure(root, `made@${at}`, failed, at)] : [];
  const batch = planBatch({ root, configurations, stops: stopsOf(configurations), round, winner, at });
  return writeBatch(deps, batch, (members) => claimsOf(deps, members), failure);
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
  const items = await sideBySide(requests, WIDTH, (request, index) =>
    packageOfInput(own, actor, request, jobId, index + 1),
  );
  const configurations: Configuration[] = [];
  for (const [index, item] of items.entries()) {
    if (isRefusal(item)) return ofPackage(item, index);
    configurations.push(configurationOf(actor.organizationId, jobId, index + 1, null, item));
  }
  return configurations;
}

/** A configuration as it is when its job is made. */
export function configurationOf(
  organizationId: string,
  jobId: string,
  position: number,
  orderId: string | null,
  item: Configuration['package'],
): Configuration {
  const id = partId('cfg', jobId, `c${position}`);
  return { organizationId, jobId, id, position, orderId, package: item, canceledAt: null, exhaustedAt: null };
}

function ofPackage({ kind, message, details }: Refusal, index: number): Refusal {
  const { field } = details;
  const path = typeof field === 'string' ? { field: `packages[${index}].${field}` } : {};
  return new Refusal(kind, `packages[${index}]: ${message}`, { ...details, ...path, package: index });
}

/** Conflicts between packages. */
export function refuseTogether(configurations: readonly Configuration[]): Refusal | undefined {
  const [first] = configurations;
  const seen = new Map<string, number>();
  for (const [index, { package: item }] of configurations.entries()) {
    if (item.currency !== first?.package.currency) {
      return invalidValue(
        `packages[${index}]: currency is ${item.currency}, but that of packages[0] is ${first?.package.currency}. A batch has one price; send one currency.`,
        { field: `packages[${index}].currency`, package: index },
      );
    }
    const { externalIdentifier } = item;
    const other = externalIdentifier === null ? undefined : seen.get(externalIdentifier);
    if (other !== undefined) {
      return resourceAlreadyExists(
        `packages[${index}] has the same external identifier as packages[${other}], "${externalIdentifier}". Give each package its own.`,
        { externalIdentifier, package: index },
      );
    }
    if (externalIdentifier !== null) seen.set(externalIdentifier, index);
  }
  return undefined;
}
