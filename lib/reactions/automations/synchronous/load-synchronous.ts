import type { Plan } from '../../../engines/workflows/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { loadPlan } from '../runs/load-plan.ts';
import { listenersPartition, workflowListenerEntity } from '../workflow.ts';

/** The two events whose workflows run inside the request. */
export type SynchronousEvent = 'order.creating' | 'order.validating';

/** A workflow to run; it has no plan if it cannot run. */
export interface LoadedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan | undefined;
}

/** Maximum number of organizations whose workflows a function instance keeps in memory. */
const REMEMBERED = 500;

const known = new Map<string, readonly LoadedWorkflow[]>();

/**
 * The organization's active workflows for a synchronous event, in order of creation. `generation` is their state as the
 * authorizer read it: an instance that has seen it reads nothing. If undefined, they are read: 1 call, and 1 for each
 * version that is new to the instance.
 */
export async function loadSynchronous(
  table: Table,
  organizationId: string,
  event: SynchronousEvent,
  generation: number | undefined,
): Promise<readonly LoadedWorkflow[]> {
  const key = JSON.stringify([organizationId, event, generation]);
  const remembered = generation === undefined ? undefined : known.get(key);
  if (remembered) return remembered;
  const aggregate = await table.readAggregate(listenersPartition(organizationId, event));
  const loaded = await Promise.all(
    aggregate.all(workflowListenerEntity).map(async ({ value }) => {
      const { workflowId, name: workflowName, version } = value;
      const plan = await loadPlan(table, { organizationId, workflowId, workflowName, version });
      return { id: workflowId, name: workflowName, plan };
    }),
  );
  if (generation !== undefined) {
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value ?? '');
    known.set(key, loaded);
  }
  return loaded;
}
