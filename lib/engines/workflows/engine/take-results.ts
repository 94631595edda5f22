import { type BackgroundResult, backgroundResultSchema } from '../actions/background-result.ts';
import { measureJson } from '../json.ts';
import { limits } from '../limits.ts';
import type { Work } from './work.ts';

/**
 * Records the results of effects. The first result of a node counts; one for a finished node, another run or an unknown
 * node is dropped. A result that arrives before its node was reached (its effect was returned by a call whose run was
 * lost) is stored. Then overdue nodes fail.
 */
export function takeResults(work: Work, results: readonly BackgroundResult[]): void {
  const prefix = `${work.run.id}:`;
  for (const given of results) {
    const parsed = backgroundResultSchema.safeParse(given);
    if (!parsed.success || !parsed.data.effectKey.startsWith(prefix)) continue;
    const result = bounded(parsed.data);
    const nodeKey = result.effectKey.slice(prefix.length);
    if (work.plan.nodes.get(nodeKey)?.work.kind !== 'action') continue;
    if (Object.hasOwn(work.pending, nodeKey)) resume(work, nodeKey, result);
    else if (!Object.hasOwn(work.statuses, nodeKey) && !Object.hasOwn(work.early, nodeKey)) {
      work.early[nodeKey] = result;
    }
  }
  for (const [nodeKey, pending] of Object.entries(work.pending)) {
    if (pending.result !== undefined || work.now < pending.deadline) continue;
    const effectKey = `${prefix}${nodeKey}`;
    resume(work, nodeKey, { effectKey, outcome: 'failed', stage: 'transport', reason: 'It took too long.' });
  }
}

function resume(work: Work, nodeKey: string, result: BackgroundResult): void {
  const pending = work.pending[nodeKey];
  if (pending === undefined || pending.result !== undefined) return;
  work.pending[nodeKey] = { ...pending, result };
  work.statuses[nodeKey] = 'ready_to_resume';
  work.ready.push(nodeKey);
}

/** A reply that is too large or too deep to be stored counts as a failure. */
function bounded(result: BackgroundResult): BackgroundResult {
  const measure = measureJson(result.value ?? null, limits.outputBytes, limits.depth);
  if (!('excess' in measure)) return result;
  return {
    effectKey: result.effectKey,
    outcome: 'failed',
    stage: 'reading_response',
    reason: 'The reply is too large.',
  };
}
