import { type Order, orderLeftOut, orderPartition } from '../../../ordering/orders/index.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { eventEntity } from '../../../platform/events/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { listRunsOf, readRun } from './read-runs.ts';

/** Something that was done or decided about an order, and the values on which the decision was based. */
export interface ExplanationEntry {
  at: string;
  /** Only workflows have versions; rules and strategies are shown in their form at that time. */
  by: { type: string; id: string | null; name: string; version?: number };
  runId?: string;
  what: string;
  /** Stable name of `what`, and the values in it. */
  code: string;
  values: Record<string, unknown>;
  /** `code` is null of what is said by a workflow or a rule in its own words. */
  because: { code: string | null; text: string; values: Record<string, unknown> }[];
}

/** Maximum number of runs of an explanation. */
const MAX_RUNS = 100;

/** What workflows did with an order or job and why, oldest first. 1 call, and 2 for each run. */
export async function explain(
  table: Table,
  entity: {
    readonly organizationId: string;
    readonly entityType: 'order' | 'job';
    readonly entityId: string;
  },
): Promise<ExplanationEntry[]> {
  const rows = await listRunsOf(table, entity, MAX_RUNS);
  const runs = await Promise.all(rows.map(({ id }) => readRun(table, entity.organizationId, id)));
  return runs
    .flatMap((whole) => (isRefusal(whole) ? [] : [whole]))
    .flatMap(({ run, steps }) =>
      // The first step is the trigger.
      steps.slice(1).map((step) => ({
        at: step.createdAt,
        by: {
          type: 'workflow' as const,
          id: run.workflowId,
          name: run.workflowName,
          version: run.version,
        },
        runId: run.id,
        what: `${step.nodeKey}: ${step.status}`,
        code: 'WORKFLOW_STEP',
        values: { node: step.nodeKey, status: step.status },
        because: [
          {
            code: step.reason === null ? 'STARTED_BY' : null,
            text: step.reason ?? `The workflow was started by ${run.startedBy.name}.`,
            values: { ...step.nodeVariables, ...(step.reason === null && { startedBy: run.startedBy.name }) },
          },
        ],
      })),
    )
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Newest events of an order among which those are looked for that left it out. */
const MAX_EVENTS = 100;

/** Optimizations that found no place for an order, and why, oldest first. 1 call. */
export async function explainLeftOut(
  table: Table,
  order: Pick<Order, 'organizationId' | 'id'>,
): Promise<ExplanationEntry[]> {
  const log = await table.readLog(eventEntity, orderPartition(order), {
    limit: MAX_EVENTS,
    newestFirst: true,
  });
  return log
    .filter(({ value }) => value.name === orderLeftOut.name)
    .map(({ value }) => {
      const { activityId, reasons } = orderLeftOut.parse(value).data;
      return {
        at: value.occurredAt,
        by: { type: 'optimization', id: activityId, name: 'Optimization' },
        what: 'The order was left without a route.',
        code: 'LEFT_OUT',
        values: {},
        because: reasons.map(({ code, message, messageCode = code, remedy, remedySteps = null }) => ({
          code,
          text: remedy === null ? message : `${message} ${remedy}`,
          values: { code, remedy, messageCode, remedySteps },
        })),
      };
    })
    .toReversed();
}

/** Validation rules that an order breaks now. */
export function explainRules({ id, updatedAt, validationErrors, ...fields }: Order): ExplanationEntry[] {
  const values: Readonly<Record<string, unknown>> = { id, ...fields };
  return Object.entries(validationErrors).map(([field, message]) => ({
    at: updatedAt,
    by: { type: 'rule', id: field, name: 'Validation of orders' },
    what: `The order needs attention: ${field}`,
    code: 'NEEDS_ATTENTION',
    values: { field },
    because: [{ code: null, text: message, values: { [`order.${field}`]: values[field] ?? null } }],
  }));
}
