import { toInstant } from '../core/clock.ts';
import { partId } from '../core/ids.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import {
  advancedTask,
  type Configuration,
  changeJob,
  isJobOver,
  type JobAggregate,
  jobCreated,
  jobPartition,
  jobUpdated,
  makeJob,
  type Package,
  packageClaimEntity,
  readJob,
  recordTask,
  shortReferenceCode,
} from '../jobs/index.ts';
import { assessOrder, type OrderDeps } from '../orders/index.ts';
import { askForQuotes, jobQuoteId } from '../quotes/index.ts';
import { type StrategySettings, strategyOf } from '../strategies/index.ts';
import { type Operation, remove, save } from '../table/index.ts';
import { armTimer, disarmTimer, readTimer } from '../timers/index.ts';
import { claimJobIdentifier } from './claim-job-identifier.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { quoteTask, waitingOf } from './dispatch-job.ts';
import {
  chooseQuote,
  refuseClaim,
  refuseEligibility,
  refuseWithoutWindows,
  shardOf,
} from './dispatch-order.ts';
import { dueInstant } from './due-instant.ts';
import { jobDispatchTimer } from './events.ts';
import { findJobByExternalIdentifier, type JobActor } from './find-job.ts';
import { cents, isLocatedLine, type JobPackageInput, orderFieldsOf, refuseErrors } from './job-input.ts';
import { announceAttempt, assign, unassignedTask } from './open-attempt.ts';
import { packageOfOrder } from './package-of-order.ts';
import { recordJobFailure } from './record-failure.ts';
import { disallowedOperation, jobContention, jobIdentifierTaken, jobNotInScope } from './refusals.ts';
import { shipmentOf } from './shipment-of.ts';

/** A job as it is asked for. */
export interface JobInput extends JobPackageInput {
  readonly externalIdentifier?: string | undefined;
  readonly optionsGroupId?: string | undefined;
  readonly jobMetadata?: Readonly<Record<string, unknown>> | undefined;
  /** Only quotes are wanted; the job waits for one to be selected. */
  readonly quoteRequestOnly?: boolean | undefined;
  /** Dispatch at once by the strategy, whatever it says of itself. */
  readonly autodispatch?: boolean | undefined;
}

/** What creating jobs needs: addresses are looked up and completed as those of orders. */
export type JobDeps = DispatchDeps & OrderDeps;

/** Who creates jobs. */
export interface JobCreator extends JobActor {
  readonly listShards: number;
}

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
  const maxFeeCents = strategy.enableMaxDeliveryFee ? strategy.maxDeliveryFeeCents : null;
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
  const plan = dispatchPlan(input, item, strategy, at);
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

/** The first race may be lost to whoever makes the job, others to whoever changes it. */
const UPSERT_TRIES = 4;

/**
 * Makes the job of an external identifier or, while it waits for a provider, changes it to what is sent. A job that is
 * over makes room for a new one; one that a provider has cannot be changed.
 */
export async function upsertJob(
  actor: JobCreator,
  externalIdentifier: string,
  input: JobInput,
  deps: JobDeps,
): Promise<JobAggregate | Refusal> {
  for (let tries = 0; tries < UPSERT_TRIES; tries += 1) {
    const present = await findJobByExternalIdentifier(deps.table, actor, externalIdentifier);
    if (isRefusal(present) || isJobOver(present)) {
      const made = await createJob(actor, { ...input, externalIdentifier }, deps);
      // Another request made it in between: it is there to be changed now, unless the caller may not see it.
      if (isRefusal(made) && made.kind === jobIdentifierTaken.kind && tries < UPSERT_TRIES - 1) continue;
      return made;
    }
    const { id } = present.job.value;
    if (waitingOf(present).length !== present.configurations.length) {
      return disallowedOperation(
        `Job ${id} (${externalIdentifier}) has a provider and is not changed. Cancel it first: POST /v1/jobs/${id}/cancel.`,
        { jobId: id, externalIdentifier },
      );
    }
    const changed = await changeWaiting(actor, present, input, deps);
    if (changed) return changed;
  }
  return jobContention(`Job "${externalIdentifier}" was being changed by others; send the request again.`, {
    externalIdentifier,
  });
}

async function changeWaiting(
  actor: JobCreator,
  present: JobAggregate,
  input: JobInput,
  deps: JobDeps,
): Promise<JobAggregate | Refusal | undefined> {
  const before = present.configurations[0]?.value;
  const task = before && advancedTask(present, before.id);
  if (!before || !task) return undefined;
  const { organizationId, id: jobId } = present.job.value;
  const strategy = await strategyOf(
    deps.table,
    organizationId,
    input.optionsGroupId ?? present.job.value.strategy.id,
  );
  if (isRefusal(strategy)) return strategy;
  const item = await packageOfInput(actor, input, jobId, deps);
  if (isRefusal(item)) return item;
  const configuration = { ...before, package: item };
  const claims = await claimIdentifiersOf(input, configuration, deps, before.package.externalIdentifier);
  if (isRefusal(claims)) return claims;
  const at = toInstant(deps.clock.now());
  const maxFeeCents = strategy.enableMaxDeliveryFee ? strategy.maxDeliveryFeeCents : null;
  const root = { ...present.job.value, strategy, maxFeeCents };
  const quoted = await quoteTask(
    configuration,
    task,
    { ...present, job: { ...present.job, value: root } },
    deps,
  );
  const next = {
    ...quoted.task,
    updatedAt: at,
    pickupStartTime: item.pickupStartTime,
    pickupEndTime: item.pickupEndTime,
    dropoffStartTime: item.dropoffStartTime,
    dropoffEndTime: item.dropoffEndTime,
    tipAmountCents: item.tipAmountCents,
  };
  const plan = dispatchPlan(input, item, strategy, at);
  const winner =
    plan === 'now'
      ? chosenFor(
          configuration,
          strategy,
          { ...next, hasEligibleProviders: quoted.hasEligibleProviders },
          maxFeeCents,
          deps,
        )
      : undefined;
  const isChosen = winner !== undefined && !isRefusal(winner);
  const attempt = isChosen
    ? assign({ ...next, status: 'planned_selection' }, winner, configuration, at)
    : undefined;
  const changed = changeJob(
    present,
    {
      job: { strategy, maxFeeCents, jobMetadata: { ...(input.jobMetadata ?? root.jobMetadata) } },
      configurations: [configuration],
      tasks: [attempt?.task ?? next],
      deliveries: attempt ? [attempt.delivery] : [],
    },
    at,
  );
  const outcome = await deps.table.write([
    ...changed.operations,
    ...claims,
    jobUpdated.record({
      aggregate: jobPartition(organizationId, jobId),
      cause: `v${changed.next.job.version}`,
      occurredAt: at,
      data: { jobId, orderIds: [] },
    }),
    ...(attempt ? announceAttempt(attempt, null, at, 'planned_selection') : []),
    ...(isRefusal(winner) ? [recordJobFailure(root, `v${changed.next.job.version}`, winner, at)] : []),
    ...(await moveJobTimer(organizationId, jobId, plan, at, deps)),
  ]);
  return outcome.ok ? changed.next : undefined;
}

/** `now`, at a later instant, or when somebody says so. */
function dispatchPlan(
  input: JobInput,
  item: Package,
  strategy: StrategySettings,
  at: string,
): 'now' | 'wait' | { readonly dueAt: string } {
  if (input.quoteRequestOnly) return 'wait';
  if (input.autodispatch) return 'now';
  if (!strategy.enableAutoDispatch) return 'wait';
  const dueAt = dueInstant({ ...item, deliveryMode: item.packageDeliveryMode }, strategy);
  return dueAt <= at ? 'now' : { dueAt };
}

function chosenFor(
  { package: item, jobId }: Configuration,
  strategy: StrategySettings,
  round: Parameters<typeof chooseQuote>[0] & { readonly hasEligibleProviders: boolean },
  maxFeeCents: number | null,
  deps: DispatchDeps,
): ReturnType<typeof chooseQuote> {
  const refusal = refuseWithoutWindows({ ...item, id: jobId, deliveryMode: item.packageDeliveryMode });
  if (refusal) return refusal;
  return round.hasEligibleProviders
    ? chooseQuote(round, maxFeeCents, deps)
    : refuseEligibility(strategy, round);
}

async function packageOfInput(
  actor: JobCreator,
  input: JobInput,
  jobId: string,
  deps: JobDeps,
): Promise<Package | Refusal> {
  const { organizationId } = actor;
  const fields = orderFieldsOf(input);
  if (isRefusal(fields)) return fields;
  const store = input.dropoffExternalStoreLocationId;
  if (store !== undefined && fields.dropoffStoreLocationId === undefined) {
    const found = await deps.stores.byExternalId(organizationId, store);
    if (!found)
      return refuseErrors(input, {
        dropoffExternalStoreLocationId: `There is no store location "${store}".`,
      })!;
    fields.dropoffStoreLocationId = found.id;
  }
  const assessed = await assessOrder(fields, organizationId, deps);
  const refusal = refuseErrors(input, assessed.validationErrors);
  if (refusal) return refusal;
  const at = toInstant(deps.clock.now());
  const item = packageOfOrder(
    {
      ...assessed,
      organizationId,
      id: jobId,
      listShard: 0,
      createdAt: at,
      updatedAt: at,
      creationSource: 'api',
      status: 'valid',
      externalId: input.packageExternalIdentifier,
    },
    jobId,
  );
  const { storeLocationIds } = actor;
  if (
    storeLocationIds !== null &&
    ![item.pickupStoreLocationId, item.dropoffStoreLocationId].some(
      (id) => id !== null && storeLocationIds.includes(id),
    )
  ) {
    return jobNotInScope(
      `This API key is limited to the store locations ${storeLocationIds.join(', ')}; send one of them.`,
      { storeLocationIds },
    );
  }
  return {
    ...item,
    pickupLocation: locate(item.pickupLocation, input, 'pickup'),
    dropoffLocation: locate(item.dropoffLocation, input, 'dropoff'),
    taxCents: cents(input.packageTax) ?? null,
    serviceFeeCents: cents(input.packageServiceFee) ?? null,
    items: (input.packageItems ?? []).map((one) => ({ ...one })),
    packageMetadata: {},
  };
}

/** A line of address with its point is taken as it is. */
function locate(
  location: Package['pickupLocation'],
  input: JobPackageInput,
  side: 'pickup' | 'dropoff',
): Package['pickupLocation'] {
  if (!isLocatedLine(input, side)) return location;
  const line = input[`${side}Address`] ?? '';
  return {
    ...location,
    address: line,
    formattedAddress: line,
    lat: input[`${side}Latitude`] ?? null,
    lng: input[`${side}Longitude`] ?? null,
  };
}

/** The writes that claim the identifiers of a job made without an order. */
async function claimIdentifiersOf(
  input: JobInput,
  configuration: Configuration,
  { table }: Pick<DispatchDeps, 'table'>,
  former: string | null = null,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, jobId, id: configurationId } = configuration;
  const operations: Operation[] = [];
  const packageIdentifier = configuration.package.externalIdentifier;
  if (packageIdentifier !== null) {
    const key = { organizationId, externalIdentifier: packageIdentifier };
    const claim = await table.get(packageClaimEntity, key);
    if (claim && claim.value.ownerId !== jobId) return refuseClaim(packageIdentifier, claim.value.ownerId);
    operations.push(save(packageClaimEntity, claim, { ...key, ownerId: jobId, jobId, configurationId }));
  }
  if (former !== null && former !== packageIdentifier) {
    const old = await table.get(packageClaimEntity, { organizationId, externalIdentifier: former });
    if (old?.value.ownerId === jobId) operations.push(remove(packageClaimEntity, old));
  }
  const { externalIdentifier } = input;
  if (externalIdentifier === undefined) return operations;
  const claim = await claimJobIdentifier({ organizationId, externalIdentifier, jobId }, { table });
  return isRefusal(claim) ? claim : [...operations, ...claim];
}

/** The writes that make a waiting job's timer stand where its present windows and strategy want it. */
async function moveJobTimer(
  organizationId: string,
  jobId: string,
  plan: ReturnType<typeof dispatchPlan>,
  at: string,
  { table }: Pick<DispatchDeps, 'table'>,
): Promise<readonly Operation[]> {
  const stored = await readTimer(table, { organizationId, kind: jobDispatchTimer, subject: jobId });
  if (plan === 'now' || plan === 'wait') return disarmTimer(stored);
  if (stored?.value.state === 'armed' && stored.value.dueAt === plan.dueAt) return [];
  return armJobTimer(organizationId, jobId, plan.dueAt, at, stored);
}

function armJobTimer(
  organizationId: string,
  jobId: string,
  dueAt: string,
  at: string,
  stored: Parameters<typeof armTimer>[0]['stored'] = undefined,
): readonly Operation[] {
  return armTimer({
    organizationId,
    kind: jobDispatchTimer,
    subject: jobId,
    dueAt,
    data: { jobId },
    occurredAt: at,
    stored,
  });
}
