import { cancelRun as cancelState, effectKeyOf, startRun } from '../../../engines/workflows/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { type Operation, replace, type Stored, save } from '../../../platform/table/index.ts';
import { runNotFound, runStateForbids } from '../refusals.ts';
import { loadPlan } from './load-plan.ts';
import { dueEvent } from './queue-run.ts';
import { readWorkResults } from './read-runs.ts';
import { entryOf, type RunRow, runEntity, runEntryEntity, runLegEntity } from './run.ts';
import { endedEvent } from './run-events.ts';

/** Cancels a run: what it has done stays, and whatever it waits for is cancelled. A run that has ended is refused. */
export function cancelRun(deps: CoreDeps, organizationId: string, id: string): Promise<RunRow | Refusal> {
  return change(deps, organizationId, id, async ({ value: row }) => {
    if (row.status === 'cancelled') return undefined;
    if (row.state === null) return refuse(row, 'cancelled');
    const { status, completedAt } = cancelState(row.state, deps.clock.now());
    const next = { ...row, status, completedAt, state: null, isHeld: false };
    return { next, more: [endedEvent(next)] };
  });
}

/** Pauses a run: results that arrive wait until it is resumed. */
export function pauseRun(deps: CoreDeps, organizationId: string, id: string): Promise<RunRow | Refusal> {
  return change(deps, organizationId, id, async ({ value: row }) => {
    if (row.isHeld) return undefined;
    if (row.state === null) return refuse(row, 'paused');
    return { next: { ...row, status: 'paused', isHeld: true }, more: [] };
  });
}

/** Resumes a paused run with everything that arrived meanwhile. */
export function resumeRun(deps: CoreDeps, organizationId: string, id: string): Promise<RunRow | Refusal> {
  return change(deps, organizationId, id, async ({ value: row, version }) => {
    if (row.state === null) return refuse(row, 'resumed');
    if (!row.isHeld) return undefined;
    const at = toInstant(deps.clock.now());
    const waiting = Object.keys(row.state.pending);
    return {
      next: { ...row, status: 'running', isHeld: false },
      // Each piece of work is checked again: its result may have arrived during the pause.
      more: [...waiting, null].map((nodeKey) => dueEvent(row, `resumed#${version}#${nodeKey}`, at, nodeKey)),
    };
  });
}

/**
 * Retries a failed run: completed work is not repeated, failed nodes are. The run uses the entities as they were at its
 * start, its effects use them as they are now.
 */
export function retryRun(deps: CoreDeps, organizationId: string, id: string): Promise<RunRow | Refusal> {
  return change(deps, organizationId, id, async ({ value: row, version }) => {
    if (row.status !== 'failed' || row.legs === 0) return refuse(row, 'tried again');
    const { workflowId, workflowName } = row;
    const plan = await loadPlan(deps.table, {
      organizationId,
      workflowId,
      workflowName,
      version: row.version,
    });
    const legs = await readLegs(deps, organizationId, row);
    const context = legs[0]?.context;
    if (!plan || !context) return refuse(row, 'tried again');
    const state = startRun(plan, {
      id,
      mode: row.mode,
      now: deps.clock.now(),
      context,
      chainDepth: row.chainDepth,
    });
    if (isRefusal(state)) return state;
    const steps = legs.flatMap(({ steps: recorded }) => recorded);
    const failed = new Set(steps.filter(({ status }) => status === 'failed').map(({ nodeKey }) => nodeKey));
    const completed = steps.filter(({ status, nodeKey }) => status === 'completed' && !failed.has(nodeKey));
    const known = await readWorkResults(deps.table, organizationId, id);
    const early = Object.fromEntries(
      completed.map(({ nodeKey, sent }) => {
        const effectKey = effectKeyOf(id, nodeKey);
        const result = known.find((one) => (one as { effectKey?: string } | null)?.effectKey === effectKey);
        const outcome = sent === false ? ('held' as const) : ('succeeded' as const);
        return [
          nodeKey,
          (result ?? { effectKey, outcome }) as { effectKey: string; outcome: typeof outcome },
        ];
      }),
    );
    const at = toInstant(deps.clock.now());
    return {
      next: {
        ...row,
        status: 'running',
        completedAt: null,
        problem: null,
        state: { ...state, status: 'running', early, occurred: legs[0]?.occurred ?? state.occurred },
      },
      more: [dueEvent(row, `retried#${version}`, at)],
    };
  });
}

async function readLegs({ table }: CoreDeps, organizationId: string, row: RunRow) {
  const legs = await Promise.all(
    Array.from({ length: row.legs }, (_, index) =>
      table.get(runLegEntity, { organizationId, runId: row.id, leg: index + 1 }),
    ),
  );
  return legs.flatMap((leg) => (leg ? [leg.value] : []));
}

interface RunChange {
  readonly next: RunRow;
  readonly more: readonly Operation[];
}

async function change(
  { table, clock }: CoreDeps,
  organizationId: string,
  id: string,
  plan: (stored: Stored<RunRow>) => Promise<RunChange | Refusal | undefined>,
): Promise<RunRow | Refusal> {
  return commit({ clock }, { what: 'workflow run', id }, async () => {
    const stored = await table.get(runEntity, { organizationId, id });
    if (!stored) return runNotFound(`There is no run "${id}".`, { id });
    const planned = await plan(stored);
    if (planned === undefined) return stored.value;
    if (isRefusal(planned)) return planned;
    const entry = await table.get(runEntryEntity, entryOf(stored.value));
    const outcome = await table.write([
      replace(runEntity, stored, planned.next),
      save(runEntryEntity, entry, entryOf(planned.next)),
      ...planned.more,
    ]);
    if (outcome.ok) return planned.next;
  });
}

function refuse({ id, status }: RunRow, deed: string): Refusal {
  return runStateForbids(`The run "${id}" is "${status}" and cannot be ${deed}.`, { id, status });
}
