import { isRefusal } from '../../core/refusal.ts';
import type { Table } from '../../table/index.ts';
import { listRunsOf, readRun } from './read-runs.ts';

/** One thing that a workflow did or decided about an order, with the values that it decided on. */
export interface ExplanationEntry {
  at: string;
  by: { type: 'workflow'; id: string; name: string; version: number };
  runId: string;
  what: string;
  because: { text: string; values: Record<string, unknown> }[];
}

/** Runs that an explanation looks at. */
const MOST_RUNS = 100;

/** What workflows did with an order or job and why, oldest first. 1 call, and 2 for each run. */
export async function explain(
  table: Table,
  entity: {
    readonly organizationId: string;
    readonly entityType: 'order' | 'job';
    readonly entityId: string;
  },
): Promise<ExplanationEntry[]> {
  const rows = await listRunsOf(table, entity, MOST_RUNS);
  const runs = await Promise.all(rows.map(({ id }) => readRun(table, entity.organizationId, id)));
  return runs
    .flatMap((whole) => (isRefusal(whole) ? [] : [whole]))
    .flatMap(({ run, steps }) =>
      steps
        .filter(({ nodeKey }) => nodeKey !== 'start')
        .map((step) => ({
          at: step.createdAt,
          by: {
            type: 'workflow' as const,
            id: run.workflowId,
            name: run.workflowName,
            version: run.version,
          },
          runId: run.id,
          what: `${step.nodeKey}: ${step.status}`,
          because: [
            {
              text: step.reason ?? `The workflow was started by ${run.startedBy.name}.`,
              values: { ...step.nodeVariables },
            },
          ],
        })),
    )
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}
