import * as z from 'zod';
import type { Caller } from '../../../platform/access/index.ts';
import { forbidden } from '../../../platform/core/common-refusals.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { changeStored, create, defineEntity, replace, type Stored } from '../../../platform/table/index.ts';

/** How many views a user can save of one list, and the maximum length of a view's name and query. */
export const MAX_VIEWS = 50;
export const LONGEST_VIEW_NAME = 80;
export const LONGEST_VIEW_QUERY = 2_000;
/** Columns of a list that can be hidden, and the maximum length of a column's name. */
export const MAX_HIDDEN_COLUMNS = 50;
export const LONGEST_COLUMN_NAME = 40;

const schema = z.object({
  organizationId: z.string(),
  userId: z.string(),
  /** The list in the console, such as `orders`. */
  list: z.string(),
  views: z.array(z.object({ name: z.string(), query: z.string() })),
  /** Columns that the user does not want to see. */
  hiddenColumns: z.array(z.string()).default([]),
});

/** Filters and sortings of one list that a user saved under names, and the columns that the user hides. */
export type SavedViews = z.output<typeof schema>;

export const savedViewsEntity = defineEntity<
  SavedViews,
  Pick<SavedViews, 'organizationId' | 'userId' | 'list'>
>({
  name: 'savedViews',
  schema,
  // Separate from the user: whoever reads a user needs no views.
  partition: ({ organizationId, userId }) => ({ organizationId, type: 'saved-views', id: userId }),
  sort: ({ list }) => ({ kind: 'state', parts: [list] }),
});

/** The caller's views of a list; version 0 while there are none. */
export async function readSavedViews(
  { table }: Pick<CoreDeps, 'table'>,
  caller: Caller,
  list: string,
): Promise<Stored<SavedViews> | Refusal> {
  const { actor, organizationId } = caller;
  if (actor.type !== 'user') return forbidden('Saved views belong to users. Sign in as one.');
  const key = { organizationId, userId: actor.id, list };
  return (
    (await table.get(savedViewsEntity, key)) ?? {
      value: { ...key, views: [], hiddenColumns: [] },
      version: 0,
    }
  );
}

/** Replaces the caller's views of a list, or the columns that the caller hides, or both. */
export async function saveViews(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: Caller,
  { list, views, hiddenColumns }: Pick<SavedViews, 'list'> & Partial<SavedViews>,
  expectedVersion: number | undefined,
): Promise<Stored<SavedViews> | Refusal> {
  const read = () => readSavedViews(deps, caller, list);
  return changeStored(deps, { what: 'saved views', id: list, read, expectedVersion }, (stored) => {
    const { value } = stored;
    const next = {
      ...value,
      views: views ?? value.views,
      hiddenColumns: hiddenColumns ?? value.hiddenColumns,
    };
    const write =
      stored.version === 0 ? create(savedViewsEntity, next) : replace(savedViewsEntity, stored, next);
    return { next, operations: [write] };
  });
}
