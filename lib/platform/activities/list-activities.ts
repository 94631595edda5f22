import {
  type Asked,
  type Cursor,
  type CursorPage,
  cursorPage,
  type Filters,
  type Only,
  passes,
} from '../listing/index.ts';
import type { Table } from '../table/index.ts';
import { type ActivityAction, type ActivityRow, activityEntity, readActivityRow } from './activity.ts';
import type { ActivityStatus } from './activity-lifecycle.ts';
import { type ActivityActor, maySeeActivity } from './read-activity.ts';

/** An activity in a list, with its position. */
export interface ListedActivity extends ActivityRow {
  readonly at: string;
}

/** What each filter of a list of activities asks of an activity. */
const activityFilters = {
  action: (row, actions: readonly ActivityAction[]) => actions.includes(row.action),
  status: (row, statuses: readonly ActivityStatus[]) => statuses.includes(row.status),
} satisfies Filters<ActivityRow>;

/** A page of the activities that the actor may see, newest first. */
export async function listActivities<Given extends Asked<typeof activityFilters>>(
  table: Table,
  actor: ActivityActor,
  query: {
    readonly filters: Only<Given, Asked<typeof activityFilters>>;
    readonly limit: number;
    readonly cursor: Cursor | undefined;
  },
): Promise<CursorPage<ListedActivity>> {
  const { limit, cursor } = query;
  const filters: Asked<typeof activityFilters> = query.filters;
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
    matches: (row) => maySeeActivity(actor, row) && passes(activityFilters, row, filters),
  });
}
