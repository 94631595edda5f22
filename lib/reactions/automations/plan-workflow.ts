import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { organizationEntity, readOrganization } from '../../platform/organization/index.ts';
import {
  create,
  type Operation,
  remove,
  replace,
  type Stored,
  save,
  type Table,
} from '../../platform/table/index.ts';
import { planUses } from '../../platform/uses/index.ts';
import { planHook } from './hooks/hook.ts';
import { tooManyWorkflows } from './refusals.ts';
import { planSchedule } from './schedules/sync-schedule.ts';
import { beginSweep } from './timing/sweep-orders.ts';
import {
  listenedEvent,
  listenersPartition,
  MAX_LISTENERS,
  MAX_SYNCHRONOUS,
  type Sweep,
  TIME_EVENT,
  type Workflow,
  type WorkflowListener,
  type WorkflowVersion,
  workflowEntity,
  workflowListenerEntity,
  workflowVersionEntity,
} from './workflow.ts';

/**
 * The writes that turn a workflow into `next`: the workflow, its new version if there is one, its event subscription,
 * and its references. An archived workflow has no references; they are checked when it is restored.
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
    ...(await planSynchronous(table, before, next)),
    stored ? replace(workflowEntity, stored, next) : create(workflowEntity, next),
    ...(version ? [create(workflowVersionEntity, version)] : []),
    ...listening,
    ...planSchedule(stored, next),
    ...(await planHook(table, next)),
    ...uses,
  ];
}

function heldUses(workflow: Workflow | undefined): Workflow['uses'] {
  return workflow === undefined || workflow.status === 'archived' ? [] : workflow.uses;
}

const SYNCHRONOUS: readonly string[] = ['order.creating', 'order.validating'];

/**
 * The write that announces a change of the organization's synchronous workflows. The authorizer passes the generation
 * on, so that requests of organizations without such workflows do not look for any.
 */
async function planSynchronous(
  table: Table,
  before: Workflow | undefined,
  next: Workflow,
): Promise<readonly Operation[]> {
  const [was, is] = [before && listenedEvent(before), listenedEvent(next)];
  if (![was, is].some((event) => event !== undefined && SYNCHRONOUS.includes(event))) return [];
  const { organizationId, id } = next;
  const [organization, ...listeners] = await Promise.all([
    readOrganization({ table }, organizationId),
    ...SYNCHRONOUS.map((event) => table.readAggregate(listenersPartition(organizationId, event))),
  ]);
  const others = listeners
    .flatMap((aggregate) => aggregate.all(workflowListenerEntity))
    .filter(({ value }) => value.workflowId !== id);
  const areThere = others.length > 0 || (is !== undefined && SYNCHRONOUS.includes(is));
  const generation = (organization.value.synchronousWorkflows?.generation ?? 0) + 1;
  const synchronousWorkflows = { areThere, generation };
  return [replace(organizationEntity, organization, { ...organization.value, synchronousWorkflows })];
}

function newSweep(event: string): Sweep | undefined {
  return event === TIME_EVENT ? { orders: 0, after: null, completedAt: null } : undefined;
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
  const most = SYNCHRONOUS.includes(is) ? MAX_SYNCHRONOUS : MAX_LISTENERS;
  if (!own && all.length >= most) {
    return tooManyWorkflows(
      `${all.length} active workflows listen to ${is}, which is the maximum. Deactivate one first.`,
      { event: is },
    );
  }
  const isNew = own?.value.version !== version;
  const since = isNew ? next.updatedAt : own?.value.since;
  const sweep = isNew ? newSweep(is) : own?.value.sweep;
  const listener: WorkflowListener = {
    ...{ organizationId, event: is, workflowId, version, name, trigger, since },
    ...(sweep ? { sweep } : {}),
  };
  operations.push(save(workflowListenerEntity, own, listener));
  if (is === TIME_EVENT && isNew) operations.push(beginSweep(next));
  return operations;
}
