import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get } from '../kit/api.ts';
import { daysOf, instantsOf } from '../kit/dates.ts';
import { LIVE_MS, useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { useNewRows } from '../kit/new-rows.ts';
import type { Source } from '../kit/row-source.ts';
import type { OrderRow, Page, Stop } from '../kit/types.ts';

/** Rows per page of the list of orders, and ids that it takes at once. */
const PAGE = 100;

/** Pages that the pool reads; the list counts no further. */
const MAX_PAGES = 100;

/** How often a pool of several pages is read again; new orders in it are looked for all the time. Milliseconds. */
const POOL_MS = 10_000;

/** What new orders of a pool are recognized by. */
const SOURCE: Source<OrderRow> = {
  kind: 'offset',
  path: '/v1/orders',
  rows: ({ results }: Page<OrderRow>) => results,
  total: ({ totalCount }: Page<OrderRow>) => totalCount,
  limit: PAGE,
  created: ({ id, createdAt }) => ({ id, at: createdAt }),
};

/** The orders of a day that are on no route. */
export interface Pool {
  readonly orders: readonly OrderRow[];
  readonly total: number;
  /** Whether every page has been read. */
  readonly isWhole: boolean;
}

/** Every order of a day without a route. The first page is read again and again; the others when it has changed. */
export function usePool(date: string): Pool {
  const query = {
    ...instantsOf(daysOf(date)),
    hasRoute: 'no_route',
    status: 'valid,confirmed',
    limit: PAGE,
  };
  const [isLong, setIsLong] = useState(false);
  const first = useLive<Page<OrderRow>>(
    can('READ_ORDER') ? SOURCE.path : null,
    query,
    isLong ? POOL_MS : LIVE_MS,
  );
  useNewRows({ source: SOURCE, query, firstRows: first.data?.results, first, isWanted: isLong });
  const [rest, setRest] = useState<{ readonly of: unknown; readonly rows: readonly OrderRow[] }>();
  const total = first.data?.totalCount ?? 0;
  useEffect(() => setIsLong(total > PAGE), [total]);
  useEffect(() => {
    let isCurrent = true;
    const { data } = first;
    const read = async () => {
      const rows: OrderRow[] = [];
      for (let page = 1; page < MAX_PAGES && page * PAGE < total; page += 1) {
        const reply = await get<Page<OrderRow>>('/v1/orders', { ...query, offset: page * PAGE });
        if (!isCurrent) return;
        rows.push(...reply.results);
      }
      setRest({ of: data, rows });
    };
    // A failed page is read with the next change, and meanwhile the pool says how much of it there is.
    if (data) void read().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [first.data]);
  return useMemo(() => {
    const all = new Map([...(first.data?.results ?? []), ...(rest?.rows ?? [])].map((row) => [row.id, row]));
    return { orders: [...all.values()], total, isWhole: rest?.of === first.data };
  }, [first.data, rest]);
}

/** Orders that were read, by id. They stay for a minute. */
const known = new Map<string, { readonly atMs: number; readonly row: OrderRow }>();
const KEPT_MS = 60_000;
const MAX_KNOWN = 10_000;

/** Requests at a time. */
const WIDTH = 3;

/** The orders of these stops, as far as they were read. */
export function useOrdersOfStops(stops: readonly Stop[] = []): ReadonlyMap<string, OrderRow> {
  return useOrdersOf(stops.flatMap(({ orders }) => orders.map(({ id }) => id)));
}

/** The orders with these ids, as far as they were read. */
export function useOrdersOf(ids: readonly string[]): ReadonlyMap<string, OrderRow> {
  const key = ids.join();
  const [, redraw] = useState(0);
  const last = useRef(new Map<string, OrderRow>());
  useEffect(() => {
    if (!can('READ_ORDER')) return;
    let isCurrent = true;
    const isOld = (id: string) => (known.get(id)?.atMs ?? 0) < Date.now() - KEPT_MS;
    const missing = [...new Set(ids)].filter(isOld);
    const parts = Array.from({ length: Math.ceil(missing.length / PAGE) }, (_, index) =>
      missing.slice(index * PAGE, (index + 1) * PAGE),
    );
    const work = async () => {
      for (let part = parts.shift(); part && isCurrent; part = parts.shift()) {
        const { results } = await get<Page<OrderRow>>('/v1/orders', { ids: part.join(), limit: PAGE });
        for (const row of results) known.set(row.id, { atMs: Date.now(), row });
        for (const id of [...known.keys()].slice(0, Math.max(0, known.size - MAX_KNOWN))) known.delete(id);
        if (isCurrent) redraw((count) => count + 1);
      }
    };
    void Promise.all(Array.from({ length: WIDTH }, work)).catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const found = new Map(
    ids.flatMap((id) => {
      const row = known.get(id)?.row;
      return row ? [[id, row] as const] : [];
    }),
  );
  const isSame =
    found.size === last.current.size && [...found].every(([id, row]) => last.current.get(id) === row);
  if (!isSame) last.current = found;
  return last.current;
}
