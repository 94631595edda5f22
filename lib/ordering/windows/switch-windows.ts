import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { Operation, Stored } from '../../platform/table/index.ts';
import { findWindows, mayChangeWindow } from './find-windows.ts';
import { refuseInUse } from './refuse-in-use.ts';
import { unknownWindows, type WindowEditor, windowWrites } from './save-windows.ts';
import type { DeliveryWindow } from './window.ts';
import type { WindowDeps } from './window-deps.ts';

/** Changes of windows as a whole. */
export type WindowSwitch = 'enable' | 'disable' | 'delete' | 'restore';

const CHANGES: Readonly<Record<WindowSwitch, Partial<DeliveryWindow>>> = {
  enable: { isActive: true },
  // Existing bookings stay.
  disable: { isActive: false },
  delete: { isDeleted: true },
  restore: { isDeleted: false },
};

const DONE: Readonly<Record<WindowSwitch, string>> = {
  enable: 'enabled',
  disable: 'disabled',
  delete: 'deleted',
  restore: 'restored',
};

/** Maximum number of windows of a request: 5 members of a transaction each. */
export const MAX_SWITCHED = 20;

/** Enables, disables, deletes or restores windows: all of them or none. */
export async function switchWindows(
  deps: WindowDeps,
  editor: WindowEditor,
  ids: readonly string[],
  turn: WindowSwitch,
  expectedVersion?: number,
): Promise<readonly Stored<DeliveryWindow>[] | Refusal> {
  const wanted = [...new Set(ids)];
  return commit(deps, { what: 'delivery window', id: wanted }, async () => {
    const found = await findWindows(deps.table, editor, wanted);
    const unknownIds = wanted.filter((_, index) => {
      const stored = found[index];
      return !stored || !mayChangeWindow(editor, stored.value);
    });
    if (unknownIds.length > 0) return unknownWindows(unknownIds, wanted.length);
    const next: Stored<DeliveryWindow>[] = [];
    const operations: Operation[] = [];
    for (const stored of found) {
      if (!stored) continue;
      const refused =
        refuseOtherVersion(expectedVersion, stored) ??
        (turn === 'delete' ? await refuseInUse(deps.table, stored.value) : undefined);
      if (refused) return refused;
      const at = toInstant(Math.max(deps.clock.now(), Date.parse(stored.value.updatedAt)));
      const value: DeliveryWindow = { ...stored.value, ...CHANGES[turn], updatedAt: at };
      const isSame = value.isActive === stored.value.isActive && value.isDeleted === stored.value.isDeleted;
      next.push(isSame ? stored : { value, version: stored.version + 1 });
      if (!isSame) {
        operations.push(...(await windowWrites(deps, editor.origin, stored, value, DONE[turn])));
      }
    }
    return (await deps.table.write(operations)).ok ? next : undefined;
  });
}
