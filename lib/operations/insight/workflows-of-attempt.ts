import { hasWorkflows, workflowsThatRan } from '../../reactions/automations/index.ts';
import type { CountingDeps } from './due-counts.ts';

/** An organization's first workflow is found after this time at the latest. Milliseconds. */
const BELIEVED_MS = 300_000;

/** Maximum number of remembered organizations. */
const MOST = 5_000;

/**
 * Ids of the workflows that ran for a package's order or job. No call for an organization without workflows, mostly;
 * otherwise 2.
 */
export async function workflowsOfAttempt(
  { table, clock, memory: { workflows } }: Pick<CountingDeps, 'table' | 'clock' | 'memory'>,
  of: { readonly organizationId: string; readonly orderId: string | null; readonly jobId: string },
): Promise<readonly string[]> {
  const { organizationId } = of;
  const nowMs = clock.now();
  let known = workflows.get(organizationId);
  if (!known || known.untilMs <= nowMs) {
    known = { hasAny: await hasWorkflows(table, organizationId), untilMs: nowMs + BELIEVED_MS };
    if (workflows.size >= MOST) workflows.clear();
    workflows.set(organizationId, known);
  }
  return known.hasAny ? workflowsThatRan(table, of) : [];
}
