import type { RunStatus, Step } from '../../../engines/workflows/index.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { Only } from '../../../platform/listing/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { runNotFound, workflowNotFound } from '../refusals.ts';
import { workflowEntity } from '../workflow.ts';
import {
  type RUN_SUBJECTS,
  type RunEntry,
  type RunRow,
  runEntity,
  runEntryEntity,
  runLegEntity,
  runLinkEntity,
  runPartition,
  runsPartition,
  runWorkEntity,
  type StepUsage,
} from './run.ts';

/** A run with its steps, each in its final state. */
export interface RunWithSteps {
  readonly run: RunRow;
  readonly steps: readonly Step[];
  /** Tokens and price by the keys of the nodes that asked models. */
  readonly usages: ReadonlyMap<string, StepUsage>;
}

/** A run by its id. 1 call. */
export async function readRun(
  table: Table,
  organizationId: string,
  id: string,
): Promise<RunWithSteps | Refusal> {
  const aggregate = await table.readAggregate(runPartition(organizationId, id));
  const run = aggregate.one(runEntity)?.value;
  if (!run) return runNotFound(`There is no run "${id}".`, { id });
  const byId = new Map<string, Step>();
  // A later record of a step replaces the earlier one but keeps its start.
  for (const { value } of aggregate.all(runLegEntity))
    for (const step of value.steps) byId.set(step.id, step);
  const usages = new Map<string, StepUsage>();
  for (const { value } of aggregate.all(runWorkEntity)) {
    const { value: given } = (value.result ?? {}) as {
      readonly value?: { readonly usage?: StepUsage } | null;
    };
    if (given?.usage) usages.set(value.nodeKey, given.usage);
  }
  return { run, steps: [...byId.values()], usages };
}

/** Results that a run has received from its work so far, needed for a retry. 1 call. */
export async function readWorkResults(table: Table, organizationId: string, id: string) {
  const aggregate = await table.readAggregate(runPartition(organizationId, id));
  return aggregate
    .all(runWorkEntity)
    .filter(({ value }) => value.status === 'done')
    .map(({ value }) => value.result);
}

/** Fields by which runs are sorted. */
export const RUN_SORTS = Object.freeze(['created_at', 'completed_at', 'status'] as const);

/** Filter and order of a list of runs. */
export interface RunFilter {
  readonly status?: readonly RunStatus[] | undefined;
  /** Range of times in which the run started. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** Id of the run or of its subject, or a part of its problem. */
  readonly search?: string | undefined;
  /** Left out, by their start, latest first. */
  readonly sortBy?: (typeof RUN_SORTS)[number] | undefined;
  readonly sortDirection?: 'ASC' | 'DESC' | undefined;
}

/** Maximum number of runs that are searched for one list. */
const LOOKED_THROUGH = 10_000;

/** Runs read in one call. */
const PAGE = 500;

/** Runs of the first call for those since a time, of which there are mostly few. */
const FIRST_PAGE_SINCE = 25;

/** The runs of a workflow that pass a filter, in its order. */
export async function listRuns<Given extends RunFilter>(
  table: Table,
  organizationId: string,
  workflowId: string,
  asked: Only<Given, RunFilter>,
): Promise<{ readonly runs: readonly RunEntry[]; readonly isExact: boolean } | Refusal> {
  const filter: RunFilter = asked;
  const stored = await table.get(workflowEntity, { organizationId, id: workflowId });
  if (!stored) return workflowNotFound(`There is no workflow "${workflowId}".`, { id: workflowId });
  const found: RunEntry[] = [];
  const partition = runsPartition(organizationId, workflowId);
  let after =
    filter.endDate === undefined ? undefined : placeAfter(organizationId, workflowId, filter.endDate);
  let seen = 0;
  for (;;) {
    const size = seen === 0 && filter.startDate !== undefined ? FIRST_PAGE_SINCE : PAGE;
    const page = await table.readLog(runEntryEntity, partition, {
      limit: size,
      newestFirst: true,
      ...(after ? { after } : {}),
    });
    const entries = page.map(({ value }) => value);
    const inTime = entries.filter(({ createdAt }) => createdAt >= (filter.startDate ?? ''));
    found.push(...inTime.filter((entry) => matches(entry, filter)));
    seen += entries.length;
    after = entries.at(-1);
    const isOver = entries.length < size || inTime.length < entries.length;
    if (isOver || seen >= LOOKED_THROUGH) return { runs: inOrder(found, filter), isExact: isOver };
  }
}

/** Newest first, so runs that started before a time come after this position. */
function placeAfter(organizationId: string, workflowId: string, endDate: string) {
  return { organizationId, workflowId, createdAt: endDate, id: '~' } as RunEntry;
}

function matches(entry: RunEntry, { status, search }: RunFilter): boolean {
  if (status && !status.includes(entry.status)) return false;
  if (!search) return true;
  const ids = [entry.id, ...entry.orderIds, ...entry.jobIds, ...entry.deliveryIds, ...entry.routeIds];
  return ids.includes(search) || (entry.problem ?? '').toLowerCase().includes(search.toLowerCase());
}

function inOrder(
  runs: RunEntry[],
  { sortBy = 'created_at', sortDirection = 'DESC' }: RunFilter,
): readonly RunEntry[] {
  const keyOf = ({ createdAt, completedAt, status, id }: RunEntry) =>
    `${sortBy === 'created_at' ? createdAt : sortBy === 'status' ? status : (completedAt ?? '')}#${createdAt}#${id}`;
  const sign = sortDirection === 'ASC' ? 1 : -1;
  return runs.sort((a, b) => (keyOf(a) < keyOf(b) ? -sign : sign));
}

/** Newest runs about an order, job or route. */
export async function listRunsOf(
  table: Table,
  entity: {
    readonly organizationId: string;
    readonly entityType: (typeof RUN_SUBJECTS)[number];
    readonly entityId: string;
  },
  limit: number,
): Promise<readonly RunRow[]> {
  const { organizationId, entityType: type, entityId: id } = entity;
  const links = await table.readLog(
    runLinkEntity,
    { organizationId, type, id },
    { limit, newestFirst: true },
  );
  const runs = await Promise.all(
    links.map(({ value }) => table.get(runEntity, { organizationId, id: value.runId })),
  );
  return runs.flatMap((run) => (run ? [run.value] : []));
}
