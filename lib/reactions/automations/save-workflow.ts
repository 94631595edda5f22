import type { WorkflowStatus } from '../../engines/workflows/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import { checkDefinition, type TriggerRights } from './check-definition.ts';
import { planWorkflow } from './plan-workflow.ts';
import { readEnvironment } from './read-environment.ts';
import { readWorkflow, type WorkflowWithVersions } from './read-workflows.ts';
import { incompleteDefinition, tooManyWorkflows, workflowNotFound } from './refusals.ts';
import { MAX_WORKFLOWS, type Workflow, type WorkflowVersion, workflowEntity } from './workflow.ts';
import { refuseStatus } from './workflow-lifecycle.ts';

/** The parts of a definition as a caller sent them, unchecked. */
export interface RawDefinition {
  readonly nodes?: unknown;
  readonly edges?: unknown;
  readonly trigger?: unknown;
}

/** The fields of a workflow that a caller sends. */
export interface WorkflowInput extends RawDefinition {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly status?: WorkflowStatus | undefined;
  /** Keys of the nodes of this save; if absent, all of them. */
  readonly editedNodeKeys?: readonly string[] | undefined;
}

/** Creates a workflow with its first version. An invalid one is refused with all of its problems. */
export async function createWorkflow(
  deps: CoreDeps,
  organizationId: string,
  input: WorkflowInput & { readonly name: string },
  rights: TriggerRights,
): Promise<WorkflowWithVersions | Refusal> {
  const { table, clock, ids } = deps;
  const id = ids.next('wf');
  return commit({ clock }, { what: 'workflow', id }, async () => {
    // An earlier attempt of the same request, which has the same id, created it.
    const before = await readWorkflow(table, organizationId, id);
    if (!isRefusal(before)) return before;
    const full = await refuseFull(deps, organizationId);
    if (full) return full;
    const environment = await readEnvironment(table, organizationId);
    const checked = checkDefinition(raw(input), environment, { ...rights, nowMs: clock.now() });
    if (isRefusal(checked)) return checked;
    const at = toInstant(clock.now());
    const { definition, uses } = checked;
    const workflow: Workflow = {
      organizationId,
      id,
      name: input.name,
      description: input.description ?? null,
      status: input.status ?? 'draft',
      version: 1,
      trigger: definition.trigger,
      nodeCount: definition.nodes.length,
      uses,
      createdAt: at,
      updatedAt: at,
    };
    const version = { organizationId, workflowId: id, version: 1, ...definition, createdAt: at };
    const operations = await planWorkflow(table, undefined, workflow, version);
    if (isRefusal(operations)) return operations;
    if ((await table.write(operations)).ok) return readWorkflow(table, organizationId, id);
  });
}

/**
 * Changes the fields that were sent. Nodes, edges and trigger together create a new version, which applies to all runs
 * that start afterwards. A workflow that is or becomes active is checked against everything that exists now.
 */
export async function updateWorkflow(
  deps: CoreDeps,
  organizationId: string,
  id: string,
  input: WorkflowInput,
  rights: TriggerRights & { readonly expectedVersion?: number | undefined },
): Promise<WorkflowWithVersions | Refusal> {
  const { nodes, edges, trigger } = input;
  const sent = [nodes, edges, trigger].filter((part) => part !== undefined).length;
  if (sent !== 0 && sent !== 3) {
    return incompleteDefinition(
      '`nodes`, `edges` and `trigger` form a version together. Send all three, or none.',
    );
  }
  const { table } = deps;
  return commit(deps, { what: 'workflow', id }, async () => {
    const stored = await table.get(workflowEntity, { organizationId, id });
    if (!stored) return unknownWorkflow(id);
    // The version that people see is that of the structure.
    const stale = refuseOtherVersion(rights.expectedVersion, stored.value);
    if (stale) return stale;
    const planned = await planUpdate({ rights, hasDefinition: sent === 3, deps }, stored, input);
    if (isRefusal(planned)) return planned;
    const operations = await planWorkflow(table, stored, planned.next, planned.version);
    if (isRefusal(operations)) return operations;
    if ((await table.write(operations)).ok) return readWorkflow(table, organizationId, id);
  });
}

async function planUpdate(
  options: { rights: TriggerRights; hasDefinition: boolean; deps: CoreDeps },
  stored: Stored<Workflow>,
  input: WorkflowInput,
): Promise<{ readonly next: Workflow; readonly version: WorkflowVersion | undefined } | Refusal> {
  const { rights, hasDefinition, deps } = options;
  const { value: before } = stored;
  const { organizationId, id } = before;
  const status = input.status ?? before.status;
  const refused = refuseStatus(before, status);
  if (refused) return refused;
  const at = toInstant(deps.clock.now());
  const next: Workflow = {
    ...before,
    name: input.name ?? before.name,
    description: input.description === undefined ? before.description : input.description,
    status,
    updatedAt: at,
  };
  const isTakenUp = status !== before.status && (status === 'active' || before.status === 'archived');
  if (!hasDefinition && !isTakenUp) return { next, version: undefined };
  const environment = await readEnvironment(deps.table, organizationId);
  const nowMs = deps.clock.now();
  if (hasDefinition) {
    const edited = input.editedNodeKeys;
    const options = { ...rights, nowMs, ...(edited === undefined ? {} : { edited }) };
    const checked = checkDefinition(raw(input), environment, options);
    if (isRefusal(checked)) return checked;
    const { definition, uses } = checked;
    const number = before.version + 1;
    return {
      next: {
        ...next,
        version: number,
        trigger: definition.trigger,
        nodeCount: definition.nodes.length,
        uses,
      },
      version: { organizationId, workflowId: id, version: number, ...definition, createdAt: at },
    };
  }
  const present = await readWorkflow(deps.table, organizationId, id);
  if (isRefusal(present)) return present;
  // Anybody who may change workflows can switch an existing one on (decision C70).
  const checked = checkDefinition(raw(present.definition), environment, { isSignedIn: true, nowMs });
  return isRefusal(checked) ? checked : { next: { ...next, uses: checked.uses }, version: undefined };
}

/** Switches a workflow on or off, archives it, or turns it into a template. */
export function setWorkflowStatus(
  deps: CoreDeps,
  organizationId: string,
  id: string,
  status: WorkflowStatus,
  expectedVersion?: number,
): Promise<WorkflowWithVersions | Refusal> {
  return updateWorkflow(deps, organizationId, id, { status }, { isSignedIn: true, expectedVersion });
}

function raw({ nodes, edges, trigger }: RawDefinition): unknown {
  return { nodes, edges, trigger };
}

async function refuseFull({ table }: CoreDeps, organizationId: string): Promise<Refusal | undefined> {
  const page = { organizationId, shards: 1, direction: 'ASC', limit: MAX_WORKFLOWS } as const;
  const { length } = await table.list(workflowEntity, page);
  return length < MAX_WORKFLOWS
    ? undefined
    : tooManyWorkflows(
        `There are ${length} workflows, archived ones included, which is the maximum. Delete one first.`,
      );
}

function unknownWorkflow(id: string): Refusal {
  return workflowNotFound(`There is no workflow "${id}".`, { id });
}
