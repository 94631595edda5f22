import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Query } from './api.ts';
import { LIVE_MS, useLive } from './live.ts';
import type { Source } from './row-source.ts';

/** How long before the newest known row new ones are looked for: rows are not always listed in their order. Milliseconds. */
const OVERLAP_MS = 60_000;

/** Rows that are asked for to find out whether there are new ones. */
const NEW_ROWS = 100;

/** Reads a long list again as soon as it has a row that was not there before. */
export function useNewRows<Row>({
  source,
  query,
  firstRows,
  first,
  isWanted,
}: {
  source: Source<Row>;
  query: Query;
  firstRows: readonly Row[] | undefined;
  first: { readonly data: unknown; readonly refresh: () => void };
  isWanted: boolean;
}) {
  const created = source.kind === 'offset' ? source.created : undefined;
  const known = useRef(new Set<string>());
  const since = useMemo(() => {
    if (!created || !firstRows) return undefined;
    const rows = firstRows.map(created);
    for (const { id } of rows) known.current.add(id);
    const newest = Math.max(Date.now(), ...rows.map(({ at }) => Date.parse(at)));
    return new Date(newest - OVERLAP_MS).toISOString();
  }, [first.data]);
  const path = created && isWanted && since !== undefined ? source.path : null;
  const limitName = source.kind === 'offset' ? (source.limitName ?? 'limit') : 'limit';
  const createdName = (source.kind === 'offset' && source.createdName) || 'createdFrom';
  const came = useLive<never>(path, { ...query, [createdName]: since, [limitName]: NEW_ROWS }, LIVE_MS);
  useEffect(() => {
    if (came.data === undefined || !created) return;
    const fresh = source
      .rows(came.data)
      .map(created)
      .filter(({ id }) => !known.current.has(id));
    for (const { id } of fresh) known.current.add(id);
    if (fresh.length > 0) first.refresh();
  }, [came.data]);
}
