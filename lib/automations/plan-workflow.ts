import { isRefusal, type Refusal } from '../core/refusal.ts';
import { create, type Operation, remove, replace, type Stored, save, type Table } from '../table/index.ts';
import { planUses } from '../uses/index.ts';
import { tooManyWorkflows } from './refusals.ts';
import {
  listenedEvent,
  listenersPartition,
  MAX_LISTENERS,
  type Workflow,
  type WorkflowListener,
  type WorkflowVersion,
  workflowEntity,
  workflowListenerEntity,
  workflowVersionEntity,
} from './workflow.ts';

/**
 * The writes that make `next` of a workflow: itself, its new version if there is one, who listens to its event, and
 * what it uses. An archived workflow uses nothing: it can only be taken up again after what it names was checked.
 */
export async function planWorkflow(
  table: Table,
  stored: Stored<Workflow> | undefined,
  next: Workflow,
  version: WorkflowVersion | undefined,
): Promise<readonly Operation[] | Refusal> {
  const listening = await planListening(table, stored?.value, next);
  if (isRefusal(listening)) return listening;
  const { organizationId, id, name } = next;
  const before = stored?.value;
  const uses = await planUses(
    table,
    organizationId,
    { type: 'workflow', id, name },
    {
      before: heldUses(before),
      after: heldUses(next),
      renamed: before !== undefined && before.name !== name,
    },
  );
  return [
    stored ? replace(workflowEntity, stored, next) : create(workflowEntity, next),
    ...(version ? [create(workflowVersionEntity, version)] : []),
    ...listening,
    ...uses,
  ];
}

function heldUses(workflow: Workflow | undefined): Workflow['uses'] {
  return workflow === undefined || workflow.status === 'archived' ? [] : workflow.uses;
}

async function planListening(
  table: Table,
  before: Workflow | undefined,
  next: Workflow,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, id: workflowId, version, name, trigger } = next;
  const [was, is] = [before && listenedEvent(before), listenedEvent(next)];
  const operations: Operation[] = [];
  if (was !== undefined && was !== is) {
    const listener = await table.get(workflowListenerEntity, { organizationId, event: was, workflowId });
    if (listener) operations.push(remove(workflowListenerEntity, listener));
  }
  if (is === undefined) return operations;
  const all = (await table.readAggregate(listenersPartition(organizationId, is))).all(workflowListenerEntity);
  const own = all.find(({ value }) => value.workflowId === workflowId);
  if (!own && all.length >= MAX_LISTENERS) {
    return tooManyWorkflows(
      `${all.length} active workflows listen to ${is}, the most that can. Deactivate one first.`,
      { event: is },
    );
  }
  const listener: WorkflowListener = { organizationId, event: is, workflowId, version, name, trigger };
  operations.push(save(workflowListenerEntity, own, listener));
  return operations;
}
