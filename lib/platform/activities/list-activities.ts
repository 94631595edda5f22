import { type Cursor, type CursorPage, cursorPage } from '../listing/index.ts';
import type { Table } from '../table/index.ts';
import { type ActivityAction, type ActivityRow, activityEntity, readActivityRow } from './activity.ts';
import type { ActivityStatus } from './activity-lifecycle.ts';
import { type ActivityActor, maySeeActivity } from './read-activity.ts';

/** An activity in a list, with its position. */
export interface ListedActivity extends ActivityRow {
  readonly at: string;
}

/** A page of the activities that the actor may see, newest first. */
export async function listActivities(
  table: Table,
  actor: ActivityActor,
  query: {
    readonly actions: readonly ActivityAction[] | undefined;
    readonly statuses: readonly ActivityStatus[] | undefined;
    readonly limit: number;
    readonly cursor: Cursor | undefined;
  },
): Promise<CursorPage<ListedActivity>> {
  const { actions, statuses, limit, cursor } = query;
  return cursorPage({
    limit,
    cursor,
    async read({ towards, after, limit: count }) {
      const rows = await table.list(activityEntity, {
        organizationId: actor.organizationId,
        shards: 1,
        direction: towards === 'older' ? 'DESC' : 'ASC',
        limit: count,
        ...(after ? { after } : {}),
      });
      return rows.map(({ at, row }) => ({ at, ...readActivityRow(row) }));
    },
    matches: (row) =>
      maySeeActivity(actor, row) &&
      (actions?.includes(row.action) ?? true) &&
      (statuses?.includes(row.status) ?? true),
  });
}
