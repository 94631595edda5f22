import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { get } from '../kit/api.ts';
import { useLive } from '../kit/live.ts';
import type { Page, Route, RouteRow } from '../kit/types.ts';

/** Number of routes that the board reads in parallel. */
const WIDTH = 6;

/** Number of routes after which the board starts drawing instead of waiting for all. */
const AT_ONCE = 20;

/** Rows per page of the list of routes, and maximum number of pages that the board reads. */
const PAGE = 100;
const PAGES = [0, 1, 2, 3, 4];

type Row = RouteRow & { readonly updatedAt: string };

/** The routes of a day except archived ones, read page by page. */
export function useRows(date: string) {
  const [total, setTotal] = useState(0);
  const pages = PAGES.map((page) =>
    useLive<Page<Row>>(page === 0 || total > page * PAGE ? '/v1/routes' : null, {
      date,
      limit: PAGE,
      ...(page === 0 ? {} : { offset: page * PAGE }),
    }),
  );
  const [first] = pages;
  useEffect(() => setTotal(first?.data?.totalCount ?? 0), [first?.data?.totalCount]);
  const replies = pages.map(({ data }) => data);
  const rows = useMemo(() => {
    const all = new Map(replies.flatMap((reply) => reply?.results ?? []).map((row) => [row.id, row]));
    return [...all.values()].filter(({ archivedAt }) => !archivedAt);
  }, replies);
  return { rows, isRead: first?.data !== undefined, error: first?.error, retry: () => first?.refresh() };
}

/** The routes with their stops. Each is read again when its row shows that it changed. */
export function useRoutes(rows: readonly Row[]): readonly Route[] {
  const known = useRef(new Map<string, { readonly updatedAt: string; readonly route: Route }>());
  const [, redraw] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const waiting = rows.filter(({ id, updatedAt }) => known.current.get(id)?.updatedAt !== updatedAt);
    const work = async () => {
      for (let row = waiting.shift(); row && isCurrent; row = waiting.shift()) {
        const { id, updatedAt } = row;
        const route = await get<Route>(`/v1/routes/${id}`).catch(() => undefined);
        if (route) known.current.set(id, { updatedAt, route });
        if (isCurrent && waiting.length > 0 && waiting.length % AT_ONCE === 0) redraw((count) => count + 1);
      }
    };
    if (waiting.length > 0) {
      void Promise.all(Array.from({ length: WIDTH }, work)).then(
        () => isCurrent && redraw((count) => count + 1),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [rows]);
  const found = rows.flatMap(({ id }) => known.current.get(id)?.route ?? []);
  const key = found.map(({ id, version }) => `${id} ${version}`).join();
  return useMemo(() => found, [key]);
}
