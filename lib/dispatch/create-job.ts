import { toInstant } from '../core/clock.ts';
import { partId } from '../core/ids.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import {
  type Configuration,
  type JobAggregate,
  jobCreated,
  jobPartition,
  makeJob,
  readJob,
  recordTask,
  shortReferenceCode,
} from '../jobs/index.ts';
import { askForQuotes, jobQuoteId } from '../quotes/index.ts';
import { strategyOf } from '../strategies/index.ts';
import { claimIdentifiersOf } from './claim-identifiers.ts';
import { shardOf } from './dispatch-order.ts';
import type { JobCreator, JobDeps, JobInput } from './job-request.ts';
import { armJobTimer } from './job-timer.ts';
import { maxFeeOf } from './max-fee-of.ts';
import { announceAttempt, assign, unassignedTask } from './open-attempt.ts';
import { packageOfInput } from './package-of-input.ts';
import { chosenFor, dispatchInstant, planJobDispatch } from './plan-job-dispatch.ts';
import { recordJobFailure } from './record-failure.ts';
import { jobContention } from './refusals.ts';
import { shipmentOf } from './shipment-of.ts';

/**
 * Makes a job without an order, with quotes. It goes out at once when its strategy or the caller says so and it is
 * due; a scheduled one at the lead time before its pickup; otherwise it waits for a quote to be selected. When nobody
 * can be found it is made all the same and waits; an event tells why. Refused with ALREADY_EXISTS while another job with
 * its external identifier is under way: of several made at the same time one is.
 */
export async function createJob(
  actor: JobCreator,
  input: JobInput,
  deps: JobDeps,
): Promise<JobAggregate | Refusal> {
  const { organizationId } = actor;
  const jobId = deps.ids.next('job');
  const strategy = await strategyOf(deps.table, organizationId, input.optionsGroupId);
  if (isRefusal(strategy)) return strategy;
  const item = await packageOfInput(actor, input, jobId, deps);
  if (isRefusal(item)) return item;
  const at = toInstant(deps.clock.now());
  const configuration: Configuration = {
    organizationId,
    jobId,
    id: partId('cfg', jobId, 'c1'),
    position: 1,
    orderId: null,
    package: item,
    canceledAt: null,
    exhaustedAt: null,
  };
  const claims = await claimIdentifiersOf(input, configuration, deps);
  if (isRefusal(claims)) return claims;
  const maxFeeCents = maxFeeOf(strategy);
  const round = await askForQuotes(
    {
      organizationId,
      shipment: shipmentOf(item),
      strategy,
      maxFeeCents,
      quoteId: (index) => jobQuoteId(jobId, 1, deps.clock.now(), index),
    },
    deps,
  );
  const task = unassignedTask({ configuration, attempt: 1, ...round, at });
  const plan = planJobDispatch(input, item, strategy, at);
  const winner = plan === 'now' ? chosenFor(configuration, strategy, round, maxFeeCents, deps) : undefined;
  const attempt = winner && !isRefusal(winner) ? assign(task, winner, configuration, at) : undefined;
  const root = {
    organizationId,
    id: jobId,
    createdAt: at,
    updatedAt: at,
    externalIdentifier: input.externalIdentifier ?? null,
    jobMetadata: { ...input.jobMetadata },
    tags: [],
    isBatch: false,
    routeId: null,
    strategy,
    maxFeeCents,
    shortReferenceCode: shortReferenceCode(jobId),
    dispatchAt: dispatchInstant(plan),
    canceledAt: null,
    listShard: shardOf(jobId, actor.listShards),
  };
  const job = makeJob({
    job: root,
    configurations: [configuration],
    tasks: [attempt?.task ?? task],
    deliveries: attempt ? [attempt.delivery] : [],
  });
  const operations = [
    ...job.operations,
    jobCreated.record({
      aggregate: jobPartition(organizationId, jobId),
      cause: 'created',
      occurredAt: at,
      data: { jobId, orderIds: [] },
    }),
    ...(attempt ? announceAttempt(attempt, null, at) : [recordTask('created', task, undefined, null, at)]),
    ...(isRefusal(winner) ? [recordJobFailure(root, `made@${at}`, winner, at)] : []),
    ...(plan === 'now' || plan === 'wait' ? [] : armJobTimer(organizationId, jobId, plan.dueAt, at)),
  ];
  if ((await deps.table.write([...operations, ...claims])).ok) return job.next;
  // An earlier attempt of the very same request may have made it: then its job id is the same.
  const made = await readJob(deps.table, organizationId, jobId);
  if (made) return made;
  const anew = await claimIdentifiersOf(input, configuration, deps);
  if (isRefusal(anew)) return anew;
  if ((await deps.table.write([...operations, ...anew])).ok) return job.next;
  return jobContention('The identifiers of this job are being used by another request; send it again.');
}
