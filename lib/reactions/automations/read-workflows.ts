import type { WorkflowStatus } from '../../engines/workflows/index.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { Table } from '../../platform/table/index.ts';
import { workflowNotFound } from './refusals.ts';
import {
  listenedEvent,
  MAX_WORKFLOWS,
  type Sweep,
  TIME_EVENT,
  type Workflow,
  type WorkflowRow,
  type WorkflowVersion,
  workflowEntity,
  workflowListenerEntity,
  workflowPartition,
  workflowRowSchema,
  workflowVersionEntity,
} from './workflow.ts';

/** A workflow with one version of its structure. */
export interface WorkflowWithVersions {
  readonly workflow: Workflow;
  readonly definition: WorkflowVersion;
  /** Of an active window-time workflow. */
  readonly sweep?: Sweep | undefined;
}

/** A workflow with its latest version, or with the requested one. 2 calls, and 1 more for a window-time workflow. */
export async function readWorkflow(
  table: Table,
  organizationId: string,
  id: string,
  version?: number,
): Promise<WorkflowWithVersions | Refusal> {
  const stored = await table.get(workflowEntity, { organizationId, id });
  if (!stored) return workflowNotFound(`There is no workflow "${id}".`, { id });
  const { value: workflow } = stored;
  const number = version ?? workflow.version;
  const definition = await table.get(workflowVersionEntity, {
    organizationId,
    workflowId: id,
    version: number,
  });
  if (definition) {
    const sweep = await sweepOf(table, workflow);
    return { workflow, definition: definition.value, ...(sweep ? { sweep } : {}) };
  }
  return workflowNotFound(
    `The workflow "${id}" has no version ${number}. Its versions are 1 to ${workflow.version}.`,
    { id, version: number },
  );
}

async function sweepOf(table: Table, workflow: Workflow): Promise<Sweep | undefined> {
  const event = listenedEvent(workflow);
  if (event !== TIME_EVENT) return undefined;
  const { organizationId, id: workflowId } = workflow;
  return (await table.get(workflowListenerEntity, { organizationId, event, workflowId }))?.value.sweep;
}

/** The organization's workflows, newest first; without `statuses` all that are not archived. */
export async function listWorkflows(
  table: Table,
  organizationId: string,
  filter: {
    readonly statuses?: readonly WorkflowStatus[] | undefined;
    readonly search?: string | undefined;
    readonly eventName?: string | undefined;
    /** Workflows created before this are not read. */
    readonly createdFrom?: string | undefined;
  } = {},
): Promise<readonly WorkflowRow[]> {
  const rows = await table.list(workflowEntity, {
    organizationId,
    shards: 1,
    direction: 'DESC',
    limit: MAX_WORKFLOWS,
    ...(filter.createdFrom === undefined ? {} : { from: filter.createdFrom }),
  });
  const search = filter.search?.toLowerCase();
  return rows
    .map(({ row }) => workflowRowSchema.parse(row))
    .filter(({ status }) => filter.statuses?.includes(status) ?? status !== 'archived')
    .filter(({ trigger }) => filter.eventName === undefined || trigger.eventName === filter.eventName)
    .filter(({ name, id }) => !search || name.toLowerCase().includes(search) || id === filter.search);
}

/** A workflow's versions, newest first, without their nodes. */
export async function listWorkflowVersions(
  table: Table,
  organizationId: string,
  id: string,
  page: { readonly limit: number; readonly before?: number | undefined },
): Promise<readonly WorkflowVersion[] | Refusal> {
  const stored = await table.get(workflowEntity, { organizationId, id });
  if (!stored) return workflowNotFound(`There is no workflow "${id}".`, { id });
  const after =
    page.before === undefined ? {} : { after: { organizationId, workflowId: id, version: page.before } };
  const log = await table.readLog(workflowVersionEntity, workflowPartition(organizationId, id), {
    limit: page.limit,
    newestFirst: true,
    ...after,
  });
  return log.map(({ value }) => value);
}
