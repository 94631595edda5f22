import {
  advance,
  type BackgroundResult,
  type Effect,
  type Plan,
  type Run,
  type Step,
  startRun,
} from '../../../engines/workflows/index.ts';
import { type Order, orderVariables } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { create, type Operation } from '../../../platform/table/index.ts';
import type { PlannedEffect } from '../effects/planned-effect.ts';
import { runIdOf } from '../runs/new-run.ts';
import { entryOf, type RunRow, runEntity, runEntryEntity, runLegEntity, runLinkEntity } from '../runs/run.ts';

/** How to apply an effect inside the request, to the order that the earlier effects produced. */
export type CarryEffect = (effect: Effect) => Promise<PlannedEffect>;

/** A synchronous run that ended. */
export interface SynchronousRun {
  readonly run: Run;
  readonly steps: readonly Step[];
  readonly effects: readonly Effect[];
}

/** Runs a workflow for an order to its end; undefined when it cannot be started. */
export async function runSynchronously(
  plan: Plan,
  order: Order,
  version: number,
  nowMs: number,
  carry: CarryEffect,
): Promise<SynchronousRun | undefined> {
  const context = { order: orderVariables(order) };
  const id = runIdOf(plan.workflowId, `${order.id}#v${version}#${plan.trigger.key}`);
  const started = startRun(plan, {
    id,
    mode: 'synchronous',
    now: nowMs,
    context,
    occurredEvents: { order: [] },
  });
  if (isRefusal(started)) return undefined;
  const steps: Step[] = [];
  const effects: Effect[] = [];
  const step = (run: Run, results: readonly BackgroundResult[]) =>
    advance(plan, run, { now: nowMs, results, maxNodes: 1 });
  let run = started;
  for (;;) {
    let advanced = step(run, []);
    const [effect] = advanced.effects;
    if (effect) {
      const planned = await carry(effect);
      if (planned.kind === 'failed' || planned.kind === 'held') {
        advanced = step(run, [{ effectKey: effect.key, outcome: planned.kind, reason: planned.reason }]);
      }
    }
    steps.push(...advanced.steps);
    effects.push(...advanced.effects);
    run = advanced.run;
    if (advanced.verdict !== 'running') return { run, steps, effects };
  }
}

/** The writes that record a synchronous run together with its order: 4 members. */
export function journal(
  plan: Plan,
  order: Order,
  { run, steps }: SynchronousRun,
  nowMs: number,
): readonly Operation[] {
  const { organizationId, id: orderId } = order;
  const { workflowId, workflowName, version, trigger } = plan;
  const createdAt = toInstant(nowMs);
  const row: RunRow = {
    organizationId,
    id: run.id,
    workflowId,
    workflowName,
    version,
    status: run.status,
    startedBy: { type: 'event', name: trigger.key, eventId: null, by: null },
    orderIds: [orderId],
    jobIds: [],
    deliveryIds: [],
    routeIds: [],
    createdAt,
    completedAt: createdAt,
    problem: run.problem,
    mode: 'synchronous',
    chainDepth: 0,
    legs: 1,
    isHeld: false,
    state: null,
  };
  const link = { organizationId, entityType: 'order' as const, entityId: orderId, runId: run.id };
  return [
    create(runEntity, row),
    create(runEntryEntity, entryOf(row)),
    create(runLinkEntity, { ...link, workflowId, createdAt }),
    create(runLegEntity, {
      organizationId,
      runId: run.id,
      leg: 1,
      createdAt,
      steps: [...steps],
      context: null,
    }),
  ];
}
