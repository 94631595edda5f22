import { type Order, orderPartition } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { type EventRecord, eventEntity } from '../../../platform/events/index.ts';
import type { Operation } from '../../../platform/table/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { orderDispatchHeld, orderDispatchReleased } from '../events.ts';

/** A workflow that an event started, or is about to start, and that has not ended. */
export interface UnansweredRun {
  readonly workflowName: string;
  /** When the event occurred. */
  readonly since: string;
}

/** What automatic dispatch needs besides: whether workflows have answered. */
export interface DueDispatchDeps extends DispatchDeps {
  /** The runs of workflows that these events start and that have not ended. */
  readonly unansweredRuns: (
    organizationId: string,
    events: readonly EventRecord[],
  ) => Promise<readonly UnansweredRun[]>;
}

/** Events of an order that are looked at: the latest ones. */
const MAX_EVENTS = 100;

/** First time between two looks. Later ones take a quarter of what has passed, so that a long wait costs few looks. */
const FIRST_LOOK_MS = 2_000;

/** Whether an order that is due still waits for its workflows, with the event that records a change of that. */
export type WorkflowWait =
  | { readonly kind: 'wait'; readonly lookAt: string; readonly record: readonly Operation[] }
  | { readonly kind: 'over'; readonly unanswered: readonly string[]; readonly record: readonly Operation[] };

/**
 * Waits at most as long as the strategy says after each event of the order for the workflows that it starts. Nothing
 * is stored for it: the events say when a wait began, and the timer of the order looks again. 1 call, and those of
 * `unansweredRuns`; none when the strategy does not wait.
 */
export async function waitForWorkflows(
  deps: DueDispatchDeps,
  order: Order,
  { workflowWaitSeconds }: Pick<StrategySettings, 'workflowWaitSeconds'>,
): Promise<WorkflowWait> {
  if (workflowWaitSeconds === null) return { kind: 'over', unanswered: [], record: [] };
  const aggregate = orderPartition(order);
  const log = await deps.table.readLog(eventEntity, aggregate, { limit: MAX_EVENTS, newestFirst: true });
  const events = log.map(({ value }) => value);
  const runs = await deps.unansweredRuns(order.organizationId, events);
  const now = deps.clock.now();
  const endOf = ({ since }: UnansweredRun) => Date.parse(since) + workflowWaitSeconds * 1000;
  const awaited = runs.filter((run) => endOf(run) > now);
  const names = (some: readonly UnansweredRun[]) => [
    ...new Set(some.map(({ workflowName }) => workflowName)),
  ];
  const held = events.find(({ name }) => name === orderDispatchHeld.name);
  const told = events.find(
    ({ name }) => name === orderDispatchHeld.name || name === orderDispatchReleased.name,
  );
  const occurredAt = toInstant(now);
  if (awaited.length > 0) {
    const until = toInstant(Math.max(...awaited.map(endOf)));
    const isTold = told === held && held !== undefined && orderDispatchHeld.parse(held).data.until === until;
    const data = { orderId: order.id, workflows: names(awaited), until };
    const record = isTold ? [] : [orderDispatchHeld.record({ aggregate, cause: until, occurredAt, data })];
    const passed = now - Math.max(...awaited.map(({ since }) => Date.parse(since)));
    const lookAt = Math.min(now + Math.max(FIRST_LOOK_MS, passed / 4), ...awaited.map(endOf));
    return { kind: 'wait', lookAt: toInstant(Math.ceil(lookAt)), record };
  }
  const unanswered = names(runs);
  const data = { orderId: order.id, unanswered };
  const record =
    held === undefined || told !== held
      ? []
      : [orderDispatchReleased.record({ aggregate, cause: held.id, occurredAt, data })];
  return { kind: 'over', unanswered, record };
}
