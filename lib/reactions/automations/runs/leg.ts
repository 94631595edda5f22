import type { Effect, Run, RunContext, Step } from '../../../engines/workflows/index.ts';
import { causedBy } from '../../../platform/events/index.ts';
import { create, type Operation, type Stored, save } from '../../../platform/table/index.ts';
import { OrderDraft } from '../effects/order-draft.ts';
import { changeFields, isOrderChange } from '../effects/order-effects.ts';
import { planEffect, standsAlone } from '../effects/plan-effect.ts';
import { failedEffect, type PlannedEffect } from '../effects/planned-effect.ts';
import { entryOf, type RunRow, runEntity, runEntryEntity, runLegEntity, runLinkEntity } from './run.ts';
import type { RunDeps } from './run-deps.ts';
import { endedEvent } from './run-events.ts';

/** Members of a transaction that a leg keeps for the run itself: row, entry, links, steps, end. */
const OWN_MEMBERS = 10;

/** Members of one transaction. */
const MOST_MEMBERS = 100;

/** Most members of one effect. */
const MEMBERS_OF_EFFECT = 30;

/** Most steps of one leg: with their data they stay far below the size of an item. */
export const STEPS_OF_LEG = 40;

/** What a run does in one transaction: steps and their effects. */
export class Leg {
  readonly #row: RunRow;
  readonly #deps: RunDeps;
  readonly #orders = new Map<string, OrderDraft>();
  readonly #operations: Operation[] = [];
  readonly #steps: Step[] = [];
  #isAlone = false;

  constructor(row: RunRow, deps: RunDeps) {
    this.#row = row;
    this.#deps = deps;
  }

  /** Whether an effect must wait for the next leg. */
  mustWait(effect: Effect): boolean {
    if (this.#isAlone) return true;
    if (standsAlone(effect)) return this.#operations.length > 0 || this.#orders.size > 0;
    return this.#operations.length > MOST_MEMBERS - OWN_MEMBERS - MEMBERS_OF_EFFECT;
  }

  /** Whether nothing more fits. */
  get isFull(): boolean {
    return this.#isAlone || this.#steps.length >= STEPS_OF_LEG;
  }

  /** Plans an effect and adds it; an effect that cannot be carried out adds nothing. */
  async add(effect: Effect): Promise<PlannedEffect> {
    const planned = isOrderChange(effect.action)
      ? await this.#changeOrder(effect)
      : await planEffect(this.#deps, effect, this.#row);
    if (planned.kind !== 'operations') return planned;
    const { id: runId, workflowId, workflowName } = this.#row;
    const cause = { runId, workflowId, workflowName, nodeKey: effect.nodeKey, chainDepth: effect.chainDepth };
    this.#operations.push(...causedBy(planned.operations, cause));
    this.#isAlone = standsAlone(effect);
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
    const row = rowAfter(this.#row, state);
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

  async #changeOrder(effect: Effect): Promise<PlannedEffect> {
    const id = effect.target?.id ?? '';
    const draft = this.#orders.get(id) ?? (await OrderDraft.read(this.#deps, this.#row.organizationId, id));
    if (!draft) return failedEffect(`There is no order "${id}".`);
    const planned = await changeFields(effect, draft);
    if (planned.kind === 'operations') this.#orders.set(id, draft);
    return planned;
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
