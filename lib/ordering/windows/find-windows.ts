import type { Stored, Table } from '../../platform/table/index.ts';
import { type DeliveryWindow, RECURRING_PLACE, WINDOW_SHARDS, windowEntity } from './window.ts';
import type { WindowCaller } from './window-deps.ts';

/** Rows per read of the list. */
const PAGE = 1_000;

/** A window without a store is visible to everybody; others to callers who may see their store. */
export function maySeeWindow(
  { storeLocationIds }: Pick<WindowCaller, 'storeLocationIds'>,
  window: Pick<DeliveryWindow, 'storeLocationId'>,
): boolean {
  if (storeLocationIds === null || window.storeLocationId === null) return true;
  return storeLocationIds.includes(window.storeLocationId);
}

/** A caller that is limited to stores can change only the windows of these stores. */
export function mayChangeWindow(
  { storeLocationIds }: Pick<WindowCaller, 'storeLocationIds'>,
  window: Pick<DeliveryWindow, 'storeLocationId'>,
): boolean {
  return (
    storeLocationIds === null ||
    (window.storeLocationId !== null && storeLocationIds.includes(window.storeLocationId))
  );
}

/** Windows by id, including deleted ones; undefined where none exists or the caller may not see it. */
export async function findWindows(
  table: Table,
  caller: WindowCaller,
  ids: readonly string[],
): Promise<readonly (Stored<DeliveryWindow> | undefined)[]> {
  const { organizationId } = caller;
  const found = await table.getMany(
    windowEntity,
    ids.map((id) => ({ organizationId, id })),
  );
  return found.map((stored) => (stored && maySeeWindow(caller, stored.value) ? stored : undefined));
}

/**
 * Windows that may take place in the range: all recurring ones, and single ones that start in it. Without
 * their metadata. 1 call for each 1,000 of either kind.
 */
export async function windowsBetween(
  table: Table,
  caller: WindowCaller,
  range: { readonly startTime: string; readonly endTime: string },
): Promise<readonly DeliveryWindow[]> {
  const recurring = await collect(table, caller, RECURRING_PLACE, RECURRING_PLACE);
  const single = await collect(table, caller, range.startTime, range.endTime);
  return [...recurring, ...single.filter(({ rrule }) => rrule === null)];
}

async function collect(
  table: Table,
  caller: WindowCaller,
  from: string,
  to: string,
): Promise<readonly DeliveryWindow[]> {
  const { organizationId } = caller;
  const windows: DeliveryWindow[] = [];
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const options = {
      organizationId,
      shards: WINDOW_SHARDS,
      direction: 'ASC',
      limit: PAGE,
      from,
      to,
    } as const;
    const rows = await table.list(windowEntity, after ? { ...options, after } : options);
    for (const { row } of rows) {
      const window = windowEntity.definition.schema.parse({ ...row, organizationId, windowMetadata: null });
      if (maySeeWindow(caller, window)) windows.push(window);
    }
    after = rows.at(-1);
    if (rows.length < PAGE || !after) return windows;
  }
}
