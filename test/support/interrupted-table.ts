import type { Table } from '../../lib/platform/table/index.ts';

/** The table as a slow reader sees it: before the first read of an entity, others make their changes. */
export function interruptedTable(table: Table, before: string, others: () => Promise<unknown>): Table {
  let isDone = false;
  return new Proxy(table, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return async (...given: readonly unknown[]) => {
        const entity = given[0] as { readonly name?: string } | undefined;
        if (name === 'get' && entity?.name === before && !isDone) {
          isDone = true;
          await others();
        }
        return value.apply(target, given);
      };
    },
  });
}
