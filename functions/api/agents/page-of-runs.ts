import type { Context } from '../../../lib/platform/http/index.ts';
import { listAgentRuns } from '../../../lib/reactions/agents/index.ts';
import { renderRun } from './agent-run-schemas.ts';

/** A page of a thread of runs, with the position of the next page. */
export async function pageOfRuns(
  { table, caller }: Pick<Context, 'table' | 'caller'>,
  thread: string,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
) {
  const [createdAt = '', id = ''] = after?.split('|') ?? [];
  const place = { limit, ...(after ? { after: { createdAt, id } } : {}) };
  const { runs, hasMore } = await listAgentRuns(table, caller, thread, place);
  const last = runs.at(-1);
  return { results: runs.map(renderRun), next: hasMore && last ? `${last.createdAt}|${last.id}` : null };
}
