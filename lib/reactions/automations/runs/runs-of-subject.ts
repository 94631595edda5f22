import type { Stored, Table } from '../../../platform/table/index.ts';
import { workflowEntity } from '../workflow.ts';
import { type RunRow, runEntity, runLinkEntity } from './run.ts';

/** A run that is no test; undefined for one that is not kept, or is one. 1 call. */
export async function readRealRun(
  table: Table,
  organizationId: string,
  id: string,
): Promise<Stored<RunRow> | undefined> {
  const run = await table.get(runEntity, { organizationId, id });
  const isReal = run?.value.mode === 'synchronous' || run?.value.mode === 'asynchronous';
  return isReal ? run : undefined;
}

/** Maximum number of runs about one order or job that are looked at. */
const MOST_RUNS = 100;

/** Ids of the workflows that ran about an order or a job, whatever they did. 1 call for each of the two. */
export async function workflowsThatRan(
  table: Table,
  {
    organizationId,
    orderId,
    jobId,
  }: { readonly organizationId: string; readonly orderId: string | null; readonly jobId: string },
): Promise<readonly string[]> {
  const subjects = [
    ...(orderId === null ? [] : [{ organizationId, type: 'order', id: orderId }]),
    { organizationId, type: 'job', id: jobId },
  ];
  const links = await Promise.all(
    subjects.map((subject) => table.readLog(runLinkEntity, subject, { limit: MOST_RUNS, newestFirst: true })),
  );
  return [...new Set(links.flat().map(({ value }) => value.workflowId))].sort();
}

/** Whether an organization has a workflow, in any status. 1 call. */
export async function hasWorkflows(table: Table, organizationId: string): Promise<boolean> {
  const first = await table.list(workflowEntity, { organizationId, shards: 1, direction: 'ASC', limit: 1 });
  return first.length > 0;
}
