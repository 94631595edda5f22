import {
  type ActionKey,
  type Effect,
  effectKindOf,
  type Run,
  type RunContext,
  type Step,
} from '../../../engines/workflows/index.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { causedBy } from '../../../platform/events/index.ts';
import { create, type Operation, type Stored, save } from '../../../platform/table/index.ts';
import { carryOut } from '../effects/carry-out.ts';
import type { EffectOf, OrderChange } from '../effects/define-carry-out.ts';
import { findCarryOut } from '../effects/find-carry-out.ts';
import { OrderDraft } from '../effects/order-draft.ts';
import { done, failedEffect, type PlannedEffect } from '../effects/planned-effect.ts';
import { entryOf, type RunRow, runEntity, runEntryEntity, runLegEntity, runLinkEntity } from './run.ts';
import type { RunDeps } from './run-deps.ts';
import { endedEvent } from './run-events.ts';

/** Members of a transaction that a leg reserves for the run itself: row, entry, links, steps, end. */
const OWN_MEMBERS = 10;

/** Members of one transaction. */
const MAX_MEMBERS = 100;

/** Maximum number of members of one effect. */
const MEMBERS_OF_EFFECT = 30;

/** Maximum number of steps of one leg: with their data they stay far below the size of an item. */
export const STEPS_OF_LEG = 40;

/** Where the effects of each kind of action are counted. */
const COUNTED = { none: undefined, change: 'changes', message: 'messages', work: 'work' } as const;

/** Whether an effect needs a separate transaction. */
function standsAlone({ action }: Effect): boolean {
  const how = carryOut()[action];
  return how.kind === 'writes' && how.isAlone;
}

/** What a run does in one transaction: steps and their effects. */
export class Leg {
  readonly #row: RunRow;
  readonly #deps: RunDeps;
  readonly #orders = new Map<string, OrderDraft>();
  readonly #operations: Operation[] = [];
  readonly #steps: Step[] = [];
  readonly #did: { changes: number; messages: number; work: number };
  #isAlone = false;

  constructor(row: RunRow, deps: RunDeps) {
    this.#row = row;
    this.#deps = deps;
    this.#did = { ...(row.did ?? { changes: 0, messages: 0, work: 0 }) };
  }

  /** Whether an effect must wait for the next leg. */
  mustWait(effect: Effect): boolean {
    if (this.#isAlone) return true;
    if (standsAlone(effect)) return this.#operations.length > 0 || this.#orders.size > 0;
    return this.#operations.length > MAX_MEMBERS - OWN_MEMBERS - MEMBERS_OF_EFFECT;
  }

  /** Whether nothing more fits. */
  get isFull(): boolean {
    return this.#isAlone || this.#steps.length >= STEPS_OF_LEG;
  }

  /** Plans an effect and adds it; an effect that cannot be carried out adds nothing. */
  async add(effect: Effect): Promise<PlannedEffect> {
    const planned = await this.#plan(effect);
    if (planned.kind !== 'operations') return planned;
    const { id: runId, workflowId, workflowName } = this.#row;
    const cause = { runId, workflowId, workflowName, nodeKey: effect.nodeKey, chainDepth: effect.chainDepth };
    this.#operations.push(...causedBy(planned.operations, cause));
    this.#isAlone = standsAlone(effect);
    const counted = COUNTED[effectKindOf(effect.action)];
    if (counted !== undefined) this.#did[counted] += 1;
    return planned;
  }

  record(steps: readonly Step[]): void {
    this.#steps.push(...steps);
  }

  /**
   * The row after this leg and its writes: the run, its steps and all their effects. Undefined when another
   * writer was faster with an order.
   */
  async close(
    stored: Stored<RunRow> | undefined,
    state: Run,
    first: RunContext | null,
  ): Promise<{ readonly row: RunRow; readonly operations: readonly Operation[] } | undefined> {
    const row = { ...rowAfter(this.#row, state), did: this.#did };
    const { organizationId, id: runId, workflowId, createdAt } = row;
    const orders: Operation[] = [];
    const { workflowName, chainDepth } = row;
    for (const draft of this.#orders.values()) {
      const operations = await draft.operations();
      if (!operations) return undefined;
      const nodeKey = this.#steps.at(-1)?.nodeKey ?? '';
      orders.push(
        ...causedBy(operations, { runId, workflowId, workflowName, nodeKey, chainDepth: chainDepth + 1 }),
      );
    }
    return {
      row,
      operations: [
        save(runEntity, stored, row),
        ...(await this.#entry(stored, row)),
        ...(this.#row.legs === 0 ? linksOf(row) : []),
        create(runLegEntity, {
          organizationId,
          runId,
          leg: row.legs,
          createdAt: state.completedAt ?? createdAt,
          steps: this.#steps,
          context: first,
          ...(first ? { occurred: { ...state.occurred } } : {}),
        }),
        ...(row.state === null ? [endedEvent(row)] : []),
        ...orders,
        ...this.#operations,
      ],
    };
  }

  #plan(effect: Effect): Promise<PlannedEffect> {
    const { how, known } = findCarryOut(carryOut(), effect);
    switch (how.kind) {
      case 'order':
        return this.#changeOrder(how, known);
      case 'writes':
        return how.plan(this.#deps, known, this.#row);
      case 'error':
        return Promise.resolve(failedEffect('An order is marked invalid only while it is validated.'));
    }
  }

  async #changeOrder<Key extends ActionKey>(
    { change, mustStayValid }: OrderChange<Key>,
    { target, payload }: EffectOf<Key>,
  ): Promise<PlannedEffect> {
    const id = target?.id ?? '';
    const draft = this.#orders.get(id) ?? (await OrderDraft.read(this.#deps, this.#row.organizationId, id));
    if (!draft) return failedEffect(`There is no order "${id}".`);
    const patch = change(draft.order, payload);
    if (typeof patch === 'string') return failedEffect(patch);
    const refused = await draft.change(patch, { mustStayValid });
    if (isRefusal(refused)) return failedEffect(refused.message);
    if (refused) return failedEffect(`The order would not be valid: ${refused.problem}`);
    this.#orders.set(id, draft);
    return done([]);
  }

  /** The list entry is written when the run starts and when its status changes. */
  async #entry(stored: Stored<RunRow> | undefined, row: RunRow): Promise<readonly Operation[]> {
    if (stored && stored.value.status === row.status) return [];
    const entry = entryOf(row);
    const before = stored && (await this.#deps.table.get(runEntryEntity, entry));
    return [save(runEntryEntity, before, entry)];
  }
}

function rowAfter(row: RunRow, state: Run): RunRow {
  const isOver = state.completedAt !== null;
  const { status, completedAt, problem } = state;
  return { ...row, status, completedAt, problem, legs: row.legs + 1, state: isOver ? null : state };
}

function linksOf({ organizationId, id: runId, workflowId, createdAt, ...row }: RunRow): readonly Operation[] {
  const about = [
    ...row.orderIds.map((entityId) => ({ entityType: 'order' as const, entityId })),
    ...row.jobIds.map((entityId) => ({ entityType: 'job' as const, entityId })),
    ...row.routeIds.map((entityId) => ({ entityType: 'route' as const, entityId })),
  ];
  return about.map((entity) =>
    create(runLinkEntity, { organizationId, ...entity, runId, workflowId, createdAt }),
  );
}
