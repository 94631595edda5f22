import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type ApiError, get, type Query, queryString } from './api.ts';
import { LIVE_MS, useLive } from './live.ts';
import { useNewRows } from './new-rows.ts';
import type { Source } from './row-source.ts';

/** Rows as a table draws them. */
export interface Rows<Row> {
  /** Undefined until the first reply. */
  readonly count: number | undefined;
  readonly rowAt: (index: number) => Row | undefined;
  readonly onRange: (first: number, last: number) => void;
  readonly error: ApiError | undefined;
  readonly refresh: () => void;
  /** Reads the next page when scrolling does not. */
  readonly more: (() => void) | undefined;
  /** The first reply, for its data besides rows. */
  readonly reply: unknown;
}

/**
 * A list that fits on one page is refreshed all the time. For a longer one the API reads all matches and keeps them for
 * further pages, so it is refreshed less often (milliseconds), except for the visible rows and when there are new ones.
 */
const LONG_LIST_MS = 15_000;

/** The rows of a source that match a query. */
export function useRows<Row>(source: Source<Row>, query: Query): Rows<Row> {
  const limit = source.kind === 'whole' ? undefined : source.limit;
  const [isLong, setIsLong] = useState(false);
  const limitName = source.kind === 'offset' ? (source.limitName ?? 'limit') : 'limit';
  const first = useLive<never>(
    source.path,
    { ...query, ...(limit === undefined ? {} : { [limitName]: limit }) },
    isLong ? LONG_LIST_MS : LIVE_MS,
  );
  const key = source.path + queryString(query);
  const firstRows = useMemo(
    () => (first.data === undefined ? undefined : source.rows(first.data)),
    [first.data],
  );
  const total =
    first.data === undefined
      ? undefined
      : source.kind === 'offset'
        ? source.total(first.data)
        : (firstRows?.length ?? 0);
  useEffect(() => setIsLong(total !== undefined && limit !== undefined && total > limit), [total, limit]);

  const later = useRef<{ key: string; pages: Map<number, { of: unknown; rows: readonly Row[] }> }>({
    key,
    pages: new Map(),
  });
  if (later.current.key !== key) later.current = { key, pages: new Map() };
  const [, redraw] = useState(0);
  const range = useRef<readonly [number, number]>([0, 0]);
  const reading = useRef(new Set<string>());
  const latestRowAt = useRef<(index: number) => Row | undefined>(() => undefined);
  const latest = useRef({ source, query, data: first.data as unknown, key });
  latest.current = { source, query, data: first.data, key };

  const readSeen = useCallback(() => {
    const { source: from, query: asked, data, key: current } = latest.current;
    if (from.kind !== 'offset' || data === undefined) return;
    const [low, high] = range.current;
    for (let page = Math.max(1, Math.floor(low / from.limit)); page * from.limit < high; page++) {
      const known = later.current.pages.get(page);
      const id = `${current} ${page}`;
      if (known?.of === data || reading.current.has(id)) continue;
      reading.current.add(id);
      get<never>(from.path, {
        ...asked,
        [from.limitName ?? 'limit']: from.limit,
        ...(from.pageName ? { [from.pageName]: page } : { offset: page * from.limit }),
      })
        .then((reply) => {
          if (later.current.key !== current) return;
          later.current.pages.set(page, { of: data, rows: from.rows(reply) });
          redraw((count) => count + 1);
        })
        .catch(() => undefined)
        .finally(() => reading.current.delete(id));
    }
  }, []);
  useEffect(readSeen, [first.data, readSeen]);

  useNewRows({ source, query, firstRows, first, isWanted: isLong });

  // Rows that are seen, by their ids.
  const [seen, setSeen] = useState('');
  const byIds = source.kind === 'offset' ? source.byIds : undefined;
  const fresh = useLive<never>(
    byIds && isLong && seen !== '' ? source.path : null,
    { ids: seen, ...(limit === undefined ? {} : { limit }) },
    LIVE_MS,
  );
  const freshRows = useMemo(
    () =>
      new Map(
        fresh.data === undefined || !byIds ? [] : source.rows(fresh.data).map((row) => [byIds(row), row]),
      ),
    [fresh.data],
  );

  // Further pages of a list that has a cursor.
  const [pages, setPages] = useState<{ key: string; rows: readonly Row[]; next: string | null | undefined }>({
    key,
    rows: [],
    next: undefined,
  });
  const further = pages.key === key ? pages : { key, rows: [], next: undefined };
  const next =
    source.kind !== 'cursor' || first.data === undefined
      ? null
      : further.next === undefined
        ? source.next(first.data)
        : further.next;
  const cursorMore = () => {
    if (source.kind !== 'cursor' || next === null) return;
    void get<never>(source.path, { ...query, limit: source.limit, [source.cursorName]: next }).then((reply) =>
      setPages({ key, rows: [...further.rows, ...source.rows(reply)], next: source.next(reply) }),
    );
  };

  const rowAt = (index: number): Row | undefined => {
    if (limit === undefined || index < (firstRows?.length ?? 0)) return newest(firstRows?.[index]);
    if (source.kind === 'cursor') return further.rows[index - (firstRows?.length ?? 0)];
    return newest(later.current.pages.get(Math.floor(index / limit))?.rows[index % limit]);
  };
  function newest(row: Row | undefined): Row | undefined {
    return row === undefined || !byIds ? row : (freshRows.get(byIds(row)) ?? row);
  }
  latestRowAt.current = rowAt;

  return {
    count: total === undefined ? undefined : total + (source.kind === 'cursor' ? further.rows.length : 0),
    rowAt,
    onRange: useCallback(
      (low: number, high: number) => {
        range.current = [low, high];
        readSeen();
        const { source: from } = latest.current;
        if (from.kind !== 'offset' || !from.byIds) return;
        const ids: string[] = [];
        for (let index = low; index < Math.min(high, low + from.limit); index++) {
          const row = latestRowAt.current(index);
          if (row) ids.push(from.byIds(row));
        }
        setSeen(ids.join(','));
      },
      [readSeen],
    ),
    error: first.error,
    refresh: first.refresh,
    more: next === null ? undefined : cursorMore,
    reply: first.data,
  };
}
