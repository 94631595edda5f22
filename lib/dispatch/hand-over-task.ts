import { toInstant } from '../core/clock.ts';
import {
  advancedTask,
  type Configuration,
  changeJob,
  type Delivery,
  deliveryOf,
  isConfigurationOver,
  isTaskOver,
  type JobAggregate,
  readJob,
  recordTask,
  type Task,
  taskEntity,
} from '../jobs/index.ts';
import { callProvider, type Provider, type ProviderAcceptance } from '../providers/index.ts';
import { type Operation, replace, type Stored } from '../table/index.ts';
import { readTimer } from '../timers/index.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { endAttempt, succeedAttempt } from './end-attempt.ts';
import { handoverTimer } from './events.ts';
import { HANDOVER_WATCH_MS, watchHandover } from './open-attempt.ts';
import { planNextAttempt } from './plan-next-attempt.ts';
import { shipmentOf } from './shipment-of.ts';

/** Longer than the worker's function may run: what took the task up before that is surely gone. Milliseconds. */
export const LEASE_MS = 90_000;

/** Calls of `create` with one key before the task is taken back and given to somebody else. */
export const MAX_PLACE_TRIES = 3;

/** Calls of `cancel` before a provider that cannot be reached is left with the task, and nobody else gets it. */
export const MAX_WITHDRAW_TRIES = 12;

/** Steps of one run: place, withdraw, open the next, and a few lost races. */
const MAX_STEPS = 12;

/** A task's place in its job, as one read found it. */
export interface Seat {
  readonly aggregate: JobAggregate;
  readonly stored: Stored<Task>;
  readonly configuration: Configuration;
}

/**
 * Brings a task to its provider, or back from it. Can be run at any time, twice and in parallel: what is to be done
 * follows from the task's stored state alone.
 *
 * Only one provider can hold the package of a configuration, because the next attempt is opened in the same transaction
 * that settles this one, and this one is settled only after a definite answer: accepted, refused with no call in doubt,
 * or cancelled under the task's key, after which the provider refuses that key.
 */
export async function handOverTask(
  of: { readonly organizationId: string; readonly jobId: string; readonly taskId: string },
  deps: DispatchDeps,
): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const seat = await readSeat(of, deps);
    if (!seat || (await takeStep(seat, deps)) === 'done') return;
  }
  throw new Error(`The task ${of.taskId} changed too often to be handed over; it is taken up again.`);
}

/** `done` = nothing is left to do now; `again` = the state has changed, look once more. */
type Progress = 'done' | 'again';

async function takeStep(seat: Seat, deps: DispatchDeps): Promise<Progress> {
  const task = seat.stored.value;
  const { handover } = task;
  if (needsSuccessor(seat)) return succeed(seat, deps);
  if (handover.phase === 'settled' && !handover.doubt) return 'done';
  if (isTaskOver(task.status)) return release(seat, deps);
  if (task.providerId === null || task.status === 'running') return 'done';
  return handover.phase === 'withdraw' ? withdraw(seat, deps) : place(seat, deps);
}

/** Asks the provider to take the task. */
async function place(seat: Seat, deps: DispatchDeps): Promise<Progress> {
  const { stored, configuration, aggregate } = seat;
  const task = stored.value;
  const { handover } = task;
  const now = deps.clock.now();
  const at = toInstant(now);
  if (handover.leaseUntil !== null && handover.leaseUntil > at) return 'done';
  const provider = deps.providers.find(task.providerId ?? '');
  const delivery = deliveryOf(aggregate, task);
  if (!provider || !delivery) return fail(seat, `${task.providerName} is no longer available.`, deps);
  if (handover.tries >= MAX_PLACE_TRIES) {
    return beginWithdrawal(seat, `${provider.name} could not be reached.`, deps);
  }
  const wasInDoubt = handover.doubt;
  const claimed = await setHandover(
    seat,
    {
      ...handover,
      token: handover.token + 1,
      leaseUntil: toInstant(now + LEASE_MS),
      tries: handover.tries + 1,
      doubt: true,
    },
    deps,
  );
  if (!claimed) return 'again';
  const winner = task.quotes.find(({ id }) => id === task.winnerQuoteId);
  let answer: Awaited<ReturnType<Provider['create']>>;
  try {
    answer = await callProvider({
      providerName: provider.name,
      name: 'create',
      limitMs: provider.timeLimits.createMs,
      run: (signal) =>
        provider.create({
          organizationId: task.organizationId,
          signal,
          idempotencyKey: task.id,
          jobId: task.jobId,
          taskId: task.id,
          deliveryId: delivery.id,
          shipment: shipmentOf(configuration.package),
          quote: winner
            ? { id: winner.id, priceCents: winner.priceCents, providerQuoteId: winner.providerQuoteId }
            : null,
        }),
    });
  } catch (error) {
    return tryLater(claimed, 'create', error, deps);
  }
  if (answer.outcome === 'accepted') return recordAcceptance(claimed, provider, answer, deps);
  if (!answer.permanent && claimed.stored.value.handover.tries < MAX_PLACE_TRIES) {
    return tryLater(claimed, 'create', new Error(answer.reason), deps);
  }
  // An earlier call may have been taken although its answer got lost: this "no" does not speak for it.
  if (wasInDoubt) return beginWithdrawal(claimed, answer.reason, deps);
  return fail(claimed, answer.reason, deps);
}

/** The provider has the task: `running`. When the task went another way meanwhile, the provider is told so. */
async function recordAcceptance(
  claimed: Seat,
  provider: Provider,
  answer: ProviderAcceptance,
  deps: DispatchDeps,
): Promise<Progress> {
  const { token } = claimed.stored.value.handover;
  for (let tries = 0; tries < MAX_STEPS; tries += 1) {
    const seat = await readSeat(refOf(claimed.stored.value), deps);
    if (!seat) return 'done';
    const task = seat.stored.value;
    const delivery = deliveryOf(seat.aggregate, task);
    if (isTaskOver(task.status) || task.handover.phase === 'withdraw') {
      return isHeldBack(task) ? giveBack(seat, provider, answer, deps) : 'again';
    }
    if (task.status === 'running' || task.handover.token !== token || !delivery) return 'done';
    const at = toInstant(deps.clock.now());
    const running: Task = {
      ...task,
      status: 'running',
      updatedAt: at,
      handover: { ...task.handover, phase: 'settled', leaseUntil: null, doubt: false },
    };
    const taken: Delivery = {
      ...delivery,
      providerDeliveryId: answer.providerDeliveryId,
      providerBatchId: answer.providerBatchId ?? delivery.providerBatchId,
      trackingUrl: answer.trackingUrl ?? delivery.trackingUrl,
      pickupEta: answer.pickupEta ?? delivery.pickupEta,
      dropoffEta: answer.dropoffEta ?? delivery.dropoffEta,
      updatedAt: at,
    };
    const { operations } = changeJob(seat.aggregate, { tasks: [running], deliveries: [taken] }, at);
    const outcome = await deps.table.write([
      ...operations,
      recordTask('running', running, taken, seat.configuration.orderId, at),
    ]);
    if (outcome.ok) return 'done';
  }
  return 'again';
}

/** Whether the task was settled without knowing of the acceptance, so that the late one has to be given back here. */
function isHeldBack(task: Task): boolean {
  return task.handover.phase === 'settled' || task.handover.phase === 'withdraw';
}

/** A late acceptance of a task that went another way: the provider is told at once that it is not wanted. */
async function giveBack(
  seat: Seat,
  provider: Provider,
  answer: ProviderAcceptance,
  deps: DispatchDeps,
): Promise<Progress> {
  const task = seat.stored.value;
  await cancelAt(provider, task, answer.providerDeliveryId, 'The delivery was given to somebody else.');
  deps.log.warn('dispatch.late-acceptance', 'A provider accepted a task too late; it was given back.', {
    taskId: task.id,
    provider: provider.name,
  });
  return task.handover.phase === 'withdraw' ? 'again' : 'done';
}

/** Takes the task back under its key; only then may somebody else have it. */
async function withdraw(seat: Seat, deps: DispatchDeps): Promise<Progress> {
  const task = seat.stored.value;
  const provider = deps.providers.find(task.providerId ?? '');
  const reason = task.handover.reason ?? 'The provider could not be reached.';
  if (!provider) return fail(seat, reason, deps);
  const known = deliveryOf(seat.aggregate, task)?.providerDeliveryId ?? null;
  let answer: Awaited<ReturnType<Provider['cancel']>>;
  try {
    answer = await cancelAt(provider, task, known, reason);
  } catch (error) {
    if (task.handover.tries >= MAX_WITHDRAW_TRIES) {
      // Whether it holds the package cannot be found out: nobody else gets it.
      return fail(seat, `${reason} Nor could the delivery be taken back.`, deps, { nobodyElse: true });
    }
    return tryLater(seat, 'cancel', error, deps, task.handover.tries + 1);
  }
  if (answer.outcome === 'canceled') return fail(seat, reason, deps);
  return adopt(seat, provider, answer.reason, deps);
}

/** The provider will not give the task back: it holds it, so the attempt goes on with it. */
async function adopt(seat: Seat, provider: Provider, reason: string, deps: DispatchDeps): Promise<Progress> {
  const task = seat.stored.value;
  const delivery = deliveryOf(seat.aggregate, task);
  let state: Awaited<ReturnType<Provider['refresh']>>;
  try {
    state = await callProvider({
      providerName: provider.name,
      name: 'refresh',
      limitMs: provider.timeLimits.refreshMs,
      run: (signal) =>
        provider.refresh({
          organizationId: task.organizationId,
          signal,
          idempotencyKey: task.id,
          providerDeliveryId: delivery?.providerDeliveryId ?? null,
        }),
    });
  } catch (error) {
    return tryLater(seat, 'refresh', error, deps, task.handover.tries + 1);
  }
  if (state.outcome === 'unknown') return fail(seat, reason, deps);
  const at = toInstant(deps.clock.now());
  if (!delivery) return 'done';
  const running: Task = {
    ...task,
    status: 'running',
    updatedAt: at,
    handover: { ...task.handover, phase: 'settled', leaseUntil: null, doubt: false, reason: null },
  };
  const taken: Delivery = { ...delivery, providerDeliveryId: state.providerDeliveryId, updatedAt: at };
  const { operations } = changeJob(seat.aggregate, { tasks: [running], deliveries: [taken] }, at);
  await deps.table.write([
    ...operations,
    recordTask('running', running, taken, seat.configuration.orderId, at),
  ]);
  return 'again';
}

/** The attempt is over and the provider may still hold the task: it is taken back. */
async function release(seat: Seat, deps: DispatchDeps): Promise<Progress> {
  const task = seat.stored.value;
  const { handover } = task;
  const provider = deps.providers.find(task.providerId ?? '');
  const delivery = deliveryOf(seat.aggregate, task);
  const known = delivery?.providerDeliveryId ?? null;
  const settle = (doubt: boolean, more: readonly Operation[] = []) => {
    const next: Task['handover'] = { ...handover, phase: 'settled', leaseUntil: null, doubt };
    return setHandover(seat, next, deps, more);
  };
  // The provider's news of the delivery overtook its answer: what is delivered is not asked back.
  if (!provider || task.status === 'completed') return (await settle(false)) ? 'done' : 'again';
  let answer: Awaited<ReturnType<Provider['cancel']>>;
  try {
    answer = await cancelAt(provider, task, known, handover.reason ?? 'The delivery was cancelled.');
  } catch (error) {
    if (handover.tries < MAX_WITHDRAW_TRIES) return tryLater(seat, 'cancel', error, deps, handover.tries + 1);
    answer = { outcome: 'refused', reason: `${provider.name} could not be reached.`, permanent: true };
  }
  const at = toInstant(deps.clock.now());
  if (answer.outcome === 'canceled') {
    // A call that is still under way when the key is cancelled is refused by the provider; one that keeps no such
    // promise is asked once more when every call is surely over.
    const wasLast = handover.phase === 'settled' || known !== null || !handover.doubt;
    return (await settle(!wasLast)) ? 'done' : 'again';
  }
  deps.log.warn('dispatch.cancellation-failed', 'A provider did not give a delivery back.', {
    taskId: task.id,
    provider: provider.name,
    reason: answer.reason,
  });
  const told = recordTask('cancellation_failed', task, delivery, seat.configuration.orderId, at);
  return (await settle(false, [told])) ? 'done' : 'again';
}

/** Whether the provider itself ended the attempt before it had the package, and nothing has followed yet. */
export function needsSuccessor({ aggregate, stored, configuration }: Seat): boolean {
  const task = stored.value;
  return (
    (task.status === 'failed' || task.status === 'canceled_by_provider') &&
    deliveryOf(aggregate, task) !== undefined &&
    !isConfigurationOver(aggregate, configuration) &&
    advancedTask(aggregate, configuration.id)?.id === task.id
  );
}

/** The provider reported the end of the attempt: it is held to that, and the next attempt is opened. */
async function succeed(seat: Seat, deps: DispatchDeps): Promise<Progress> {
  const { aggregate, configuration, stored } = seat;
  const task = stored.value;
  const provider = deps.providers.find(task.providerId ?? '');
  let isFree = true;
  if (provider) {
    try {
      const known = deliveryOf(aggregate, task)?.providerDeliveryId ?? null;
      isFree = (await cancelAt(provider, task, known, 'The delivery has ended.')).outcome === 'canceled';
    } catch (error) {
      if (task.handover.tries < MAX_WITHDRAW_TRIES) {
        return tryLater(seat, 'cancel', error, deps, task.handover.tries + 1);
      }
      isFree = false;
    }
  }
  const next = isFree ? await planNextAttempt(aggregate, configuration, task, deps) : undefined;
  const at = toInstant(deps.clock.now());
  const last: Task = {
    ...task,
    updatedAt: at,
    handover: { ...task.handover, phase: 'settled', leaseUntil: null, doubt: false },
  };
  const outcome = await deps.table.write(succeedAttempt(aggregate, { configuration, last, next, at }));
  return outcome.ok ? 'done' : 'again';
}

/** The attempt failed for good: it ends, and the next one is opened or exhaustion is told, in one transaction. */
async function fail(
  seat: Seat,
  reason: string,
  deps: DispatchDeps,
  options: { readonly nobodyElse?: boolean } = {},
): Promise<Progress> {
  for (let tries = 0; tries < MAX_STEPS; tries += 1) {
    const present = tries === 0 ? seat : await readSeat(refOf(seat.stored.value), deps);
    // Another part of the job may have changed; the task itself must still be as it was when the answer came.
    if (!present || present.stored.version !== seat.stored.version) return 'again';
    if (await tryToFail(present, reason, deps, options)) return 'done';
  }
  return 'again';
}

async function tryToFail(
  seat: Seat,
  reason: string,
  deps: DispatchDeps,
  options: { readonly nobodyElse?: boolean },
): Promise<boolean> {
  const { aggregate, configuration, stored } = seat;
  const task = stored.value;
  const { handover } = task;
  const next =
    options.nobodyElse || configuration.canceledAt !== null
      ? undefined
      : await planNextAttempt(aggregate, configuration, task, deps);
  const at = toInstant(deps.clock.now());
  const ended = endAttempt(
    aggregate,
    task,
    {
      status: 'failed',
      deliveryStatus: 'canceled_by_provider',
      reason,
      // After a withdrawal the key is cancelled once more when every earlier call is surely over.
      handover: {
        ...handover,
        phase: 'settled',
        leaseUntil: null,
        tries: 0,
        doubt: handover.phase === 'withdraw' || options.nobodyElse === true,
      },
    },
    configuration.orderId,
    at,
  );
  return (await deps.table.write(succeedAttempt(aggregate, { configuration, last: task, ended, next, at })))
    .ok;
}

async function beginWithdrawal(seat: Seat, reason: string, deps: DispatchDeps): Promise<Progress> {
  const { handover } = seat.stored.value;
  await setHandover(
    seat,
    { ...handover, phase: 'withdraw', token: handover.token + 1, leaseUntil: null, tries: 0, reason },
    deps,
  );
  return 'again';
}

/** Nothing is known of the effect: the same key is sent again when the timer fires, each time a little later. */
async function tryLater(
  seat: Seat,
  call: string,
  error: unknown,
  deps: DispatchDeps,
  tries = seat.stored.value.handover.tries,
): Promise<Progress> {
  const task = seat.stored.value;
  deps.log.warn('dispatch.provider-outage', 'A provider gave no definite answer; it is asked again.', {
    taskId: task.id,
    provider: task.providerName,
    call,
    tries,
    error: error instanceof Error ? error.message : String(error),
  });
  const timer = await readTimer(deps.table, {
    organizationId: task.organizationId,
    kind: handoverTimer,
    subject: task.id,
  });
  const delayMs = Math.min(5_000 * 2 ** Math.max(tries - 1, 0), HANDOVER_WATCH_MS);
  const at = toInstant(deps.clock.now());
  const done = await setHandover(
    seat,
    { ...task.handover, leaseUntil: null, tries },
    deps,
    watchHandover(task, at, timer, delayMs),
  );
  return done ? 'done' : 'again';
}

/** Writes only the handover of a task, with whatever goes with it. Undefined when somebody else was faster. */
async function setHandover(
  seat: Seat,
  handover: Task['handover'],
  deps: DispatchDeps,
  more: readonly Operation[] = [],
): Promise<Seat | undefined> {
  const next: Task = { ...seat.stored.value, handover };
  const outcome = await deps.table.write([replace(taskEntity, seat.stored, next), ...more]);
  if (!outcome.ok) return undefined;
  const stored = { value: next, version: seat.stored.version + 1 };
  const tasks = seat.aggregate.tasks.map((other) => (other.value.id === next.id ? stored : other));
  return { ...seat, stored, aggregate: { ...seat.aggregate, tasks } };
}

function cancelAt(
  provider: Provider,
  task: Task,
  providerDeliveryId: string | null,
  reason: string,
): ReturnType<Provider['cancel']> {
  return callProvider({
    providerName: provider.name,
    name: 'cancel',
    limitMs: provider.timeLimits.cancelMs,
    run: (signal) =>
      provider.cancel({
        organizationId: task.organizationId,
        signal,
        idempotencyKey: task.id,
        providerDeliveryId,
        reason,
      }),
  });
}

/** Reads a task with its job; undefined when there is none. 1 call. */
export async function readSeat(
  of: { readonly organizationId: string; readonly jobId: string; readonly taskId: string },
  deps: DispatchDeps,
): Promise<Seat | undefined> {
  const aggregate = await readJob(deps.table, of.organizationId, of.jobId);
  const stored = aggregate?.tasks.find(({ value }) => value.id === of.taskId);
  const configuration = aggregate?.configurations.find(
    ({ value }) => value.id === stored?.value.configurationId,
  );
  return aggregate && stored && configuration
    ? { aggregate, stored, configuration: configuration.value }
    : undefined;
}

function refOf({ organizationId, jobId, id }: Task) {
  return { organizationId, jobId, taskId: id };
}
