import { type Effect, isUndecided, type Plan } from '../../../engines/workflows/index.ts';
import type {
  AutomatedOrder,
  JudgedOrder,
  Order,
  OrderAutomations,
  OrderPatch,
} from '../../../ordering/orders/index.ts';
import { causedBy } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { carryOutInRequest } from '../effects/carry-out-in-request.ts';
import { findCarryOut } from '../effects/find-carry-out.ts';
import { done, failedEffect, type PlannedEffect } from '../effects/planned-effect.ts';
import { loadSynchronous } from './load-synchronous.ts';
import { type CarryEffect, journal, runSynchronously } from './run-synchronously.ts';

/** Reserved key of `validationErrors` for workflows that failed to decide (specification 4.6.10). */
const UNDECIDED = 'workflowValidation';

/** The order that they run for, and their state as the authorizer read it. */
type AutomationInput = Parameters<OrderAutomations['creating']>[0];

/** What running them takes. */
export type SynchronousDeps = Pick<CoreDeps, 'table' | 'clock' | 'log'>;

/** Runs the workflows on `order.creating` one after the other, each on the result of the previous one. */
export async function createWithWorkflows(
  deps: SynchronousDeps,
  { order, version, generation }: AutomationInput,
): Promise<AutomatedOrder> {
  const workflows = await loadSynchronous(deps.table, order.organizationId, 'order.creating', generation);
  const draft = { order, patch: {} as OrderPatch };
  const operations: Operation[] = [];
  for (const { plan } of workflows) {
    if (!plan) continue;
    const now = deps.clock.now();
    const carry: CarryEffect = async (effect) => {
      const planned = await carryInCreation(deps, effect, draft, plan);
      if (planned.kind !== 'operations') return planned;
      operations.push(...causedBy(planned.operations, causeOf(effect, plan)));
      return planned;
    };
    const ended = await runSynchronously(plan, draft.order, version, now, carry);
    if (ended) operations.push(...journal(plan, order, ended, now));
  }
  return { patch: draft.patch, operations };
}

async function carryInCreation(
  deps: SynchronousDeps,
  effect: Effect,
  draft: { order: Order; patch: OrderPatch },
  plan: Plan,
): Promise<PlannedEffect> {
  const { how, known } = findCarryOut(carryOutInRequest(), effect);
  switch (how.kind) {
    case 'order': {
      const patch = how.change(draft.order, known.payload);
      if (typeof patch === 'string') return failedEffect(patch);
      draft.patch = { ...draft.patch, ...patch };
      draft.order = { ...draft.order, ...(patch as Partial<Order>) };
      return done([]);
    }
    case 'writes': {
      const { organizationId, id } = draft.order;
      const { workflowId, workflowName } = plan;
      const runId = effect.key.slice(0, effect.key.indexOf(':'));
      const owner = { organizationId, workflowId, workflowName, id: runId, orderIds: [id], jobIds: [] };
      return how.plan(deps, known, owner);
    }
    case 'error':
      return failedEffect('An order is marked invalid only while it is validated.');
  }
}

/** Runs the workflows on `order.validating`. If one of them fails to decide, the order does not pass. */
export async function validateWithWorkflows(
  deps: SynchronousDeps,
  { order, version, generation }: AutomationInput,
): Promise<JudgedOrder> {
  const workflows = await loadSynchronous(deps.table, order.organizationId, 'order.validating', generation);
  const errors: Record<string, string> = {};
  const undecided: string[] = [];
  const operations: Operation[] = [];
  for (const { name, plan } of workflows) {
    const now = deps.clock.now();
    const ended = plan && (await decided(deps, plan, order, version, now));
    if (!plan || !ended) {
      undecided.push(name);
      continue;
    }
    for (const effect of ended.effects) {
      const error = errorOf(effect);
      if (isUndecided(effect)) undecided.push(name);
      else if (error) errors[error.field] = error.message;
    }
    // A workflow that has no objection to the order leaves no record, because it runs with every change of the order.
    if (ended.effects.length > 0) operations.push(...journal(plan, order, ended, now));
  }
  if (undecided.length > 0) {
    const named = undecided.map((name) => `"${name}"`).join(', ');
    errors[UNDECIDED] =
      `The validation workflow ${named} could not be evaluated. Change the order or the workflow.`;
  }
  return { errors, operations };
}

async function decided({ log }: SynchronousDeps, plan: Plan, order: Order, version: number, now: number) {
  try {
    return await runSynchronously(plan, order, version, now, async (effect) =>
      errorOf(effect)
        ? done([])
        : failedEffect('A workflow on order.validating can only mark the order invalid.'),
    );
  } catch (error) {
    const { organizationId } = order;
    log.error(
      'workflows.undecided',
      'A validation workflow failed.',
      { organizationId, workflowId: plan.workflowId },
      error,
    );
    return undefined;
  }
}

/** The error that an effect leaves on the order; undefined if the effect leaves none. */
function errorOf(effect: Effect) {
  const { how, known } = findCarryOut(carryOutInRequest(), effect);
  return how.kind === 'error' ? how.errorOf(known.payload) : undefined;
}

function causeOf({ nodeKey, key, chainDepth }: Effect, { workflowId, workflowName }: Plan) {
  return { runId: key.slice(0, key.indexOf(':')), workflowId, workflowName, nodeKey, chainDepth };
}
