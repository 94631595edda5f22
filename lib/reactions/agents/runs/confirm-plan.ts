import type { Permission } from '../../../platform/access/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { lostRace } from '../../../platform/core/commit.ts';
import { forbidden } from '../../../platform/core/common-refusals.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { replace, type Stored } from '../../../platform/table/index.ts';
import { type CallService, callTool, type ToolCatalogue } from '../../tools/index.ts';
import { agentRunNotPossible } from '../refusals.ts';
import { type RunReader, readAgentRun } from './read-runs.ts';
import { type AgentRun, agentRunEntity } from './run.ts';

/** A plan can be confirmed for one day; after that its basis has changed. */
const CONFIRMABLE_MS = 24 * 3_600_000;

/** Who confirms a plan. */
export interface PlanConfirmer extends RunReader {
  readonly permissions: readonly Permission[];
}

/** Refusals that mean that a change exceeds the confirmer's rights or limits, for which hidden objects look unknown. */
function isBeyondRights({ code }: { readonly code: string }): boolean {
  return code === 'FORBIDDEN' || code.endsWith('NOT_FOUND');
}

/**
 * Carries out a plan with the credential of the person who confirms it, change by change, and stops at the
 * first one that is refused. Sending an interrupted confirmation again continues it: every change has its own
 * key, so none is made twice. A plan that the person may not carry out is refused with 403 and stays proposed,
 * for somebody who may.
 */
export async function confirmPlan(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  person: PlanConfirmer,
  id: string,
  service: CallService,
  catalogue: ToolCatalogue,
): Promise<AgentRun | Refusal> {
  const found = await readAgentRun(table, person, id);
  if (isRefusal(found)) return found;
  let stored: Stored<AgentRun> = found.stored;
  const { plan, status, completedAt } = stored.value;
  if (status !== 'completed' || plan === null) {
    return agentRunNotPossible(`The run ${id} is ${status} and has no plan to confirm.`, { id, status });
  }
  if (plan.status === 'carried_out') return stored.value;
  const isOwnInterrupted = plan.status === 'confirming' && plan.confirmedBy === person.actor.id;
  if (plan.status !== 'proposed' && !isOwnInterrupted) {
    return agentRunNotPossible(`The plan of ${id} is ${plan.status} and cannot be confirmed again.`, {
      id,
      status: plan.status,
    });
  }
  if (clock.now() - Date.parse(completedAt ?? '') > CONFIRMABLE_MS) {
    return agentRunNotPossible(`The plan of ${id} is older than a day. Ask the agent again.`, { id });
  }
  const needed = plan.calls.flatMap(
    ({ tool }) => catalogue.tools.find(({ name }) => name === tool)?.permission ?? [],
  );
  const held: readonly string[] = person.permissions;
  const lacking = [...new Set(needed)].filter((permission) => !held.includes(permission));
  if (lacking.length > 0) {
    return forbidden(
      `The plan of ${id} needs ${lacking.join(', ')}, which you do not have. It stays proposed, for somebody who has them.`,
      { permissions: lacking },
    );
  }
  const write = async (change: Partial<NonNullable<AgentRun['plan']>>): Promise<boolean> => {
    const before = stored.value.plan ?? plan;
    const value: AgentRun = { ...stored.value, plan: { ...before, ...change } };
    const written = await table.write([replace(agentRunEntity, stored, value)]);
    if (written.ok) stored = { value, version: stored.version + 1 };
    return written.ok;
  };
  const lost = () => lostRace({ what: 'agent run', id });
  const confirmed = { confirmedBy: person.actor.id, confirmedAt: toInstant(clock.now()) };
  if (!(await write({ status: 'confirming', ...confirmed }))) return lost();
  for (const [index, one] of plan.calls.entries()) {
    if (one.outcome === 'done') continue;
    const tool = catalogue.tools.find(({ name }) => name === one.tool);
    const { idempotencyKey: _, ...given } = one.arguments;
    const result = tool
      ? await callTool(tool, { ...given, idempotencyKey: `${id}-${index}` }, service)
      : {
          ok: false as const,
          error: { code: 'NOT_FOUND', message: `The tool "${one.tool}" no longer exists.` },
        };
    const isUntouched = stored.value.plan?.calls.every(({ outcome }) => outcome === null) ?? true;
    if (!result.ok && isUntouched && tool && isBeyondRights(result.error)) {
      const proposed = { status: 'proposed' as const, confirmedBy: null, confirmedAt: null };
      if (!(await write(proposed))) return lost();
      return forbidden(
        `You may not carry out the plan of ${id}, which stays proposed: ${result.error.message}`,
        {
          permissions: [],
        },
      );
    }
    const made = {
      ...one,
      outcome: result.ok ? ('done' as const) : ('refused' as const),
      problem: result.ok ? null : result.error.message.slice(0, 1_000),
    };
    const calls = (stored.value.plan ?? plan).calls.with(index, made);
    const isLast = index === plan.calls.length - 1;
    const next = result.ok ? (isLast ? 'carried_out' : 'confirming') : 'failed';
    if (!(await write({ calls, status: next }))) return lost();
    if (!result.ok) return stored.value;
  }
  return stored.value;
}
