import type { Table } from '../../table/index.ts';
import type { Plan } from '../../workflows/index.ts';
import { loadPlan } from '../runs/load-plan.ts';
import { listenersPartition, workflowListenerEntity } from '../workflow.ts';

/** The two events of which the workflows run inside the request. */
export type SynchronousEvent = 'order.creating' | 'order.validating';

/** A workflow to be run; without a plan when it cannot be. */
export interface LoadedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan | undefined;
}

/** Organizations whose workflows a function instance remembers. */
const REMEMBERED = 500;

const known = new Map<string, readonly LoadedWorkflow[]>();

/**
 * The organization's active workflows on a synchronous event, in the order of their making. `generation` names the state
 * of them that the authorizer read: an instance that saw it before reads nothing. Undefined: they are read. 1 call, and 1
 * for each version that is new to the instance.
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
