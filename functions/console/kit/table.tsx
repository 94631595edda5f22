import type { ComponentChildren, TargetedKeyboardEvent, TargetedUIEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { go } from './router.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly id: string;
  readonly label: string;
  readonly show: (row: Row) => ComponentChildren;
  /** Share of the width, 1 by default. */
  readonly share?: number;
  /** Name by which the API sorts. */
  readonly sort?: string;
  readonly align?: 'end';
  /** Left out on narrow screens. */
  readonly minor?: boolean;
}

/** What the rows are sorted by. */
export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
}

/** Height of every row in pixels. It is fixed, so that 10,000 rows need no measuring. */
const ROW = 44;

/** Least width of a column of share 1 in pixels. Where the columns find less room, the table is scrolled sideways. */
const COLUMN = 72;

/** Width of the column of boxes, as in the styles. */
const PICK = 44;

/** Rows drawn above and below the visible ones. */
const SPARE = 8;

/** Where columns that are minor are left out, as in the styles. */
const narrow = matchMedia('(max-width: 820px)');

/** Whether the window is narrow, now and after each change. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const follow = () => setNarrow(narrow.matches);
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, []);
  return isNarrow;
}

/** The visible rows of a table, and moving through them by keyboard. */
function useVisibleRows(count: number, onRange: ((first: number, last: number) => void) | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const wanted = useRef<number | undefined>(undefined);
  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE);
  const last = Math.min(count, Math.ceil((view.top + view.height) / ROW) + SPARE);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => onRange?.(first, last), [first, last, onRange]);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!row) return;
    (row.querySelector<HTMLElement>('a') ?? row).focus();
    wanted.current = undefined;
  });

  const focusRow = (index: number) => {
    const element = scroller.current;
    const target = Math.max(0, Math.min(count - 1, index));
    if (!element) return;
    wanted.current = target;
    const top = target * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW * 2 > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + ROW * 2 - element.clientHeight;
    }
    setView({ top: element.scrollTop, height: element.clientHeight });
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTableSectionElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (!row) return;
    const index = Number(row.dataset.row);
    const page = Math.floor(view.height / ROW) - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: count - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    focusRow(next);
  };
  const onScroll = (event: TargetedUIEvent<HTMLDivElement>) => {
    const { scrollTop, clientHeight } = event.currentTarget;
    setView({ top: scrollTop, height: clientHeight });
  };
  return { scroller, first, last, onScroll, onKeyDown };
}

/** The names of the columns, by which rows can be sorted. */
function TableHead<Row>({
  columns,
  isSelectable,
  sorting,
  onSort,
}: {
  columns: readonly Column<Row>[];
  isSelectable: boolean;
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
}) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {isSelectable && (
          <th scope="col" class="pick">
            <span class="visually-hidden">{m.table.select}</span>
          </th>
        )}
        {columns.map(({ id, label: name, sort, align, minor }) => (
          <th
            key={id}
            scope="col"
            class={`${align ?? ''} ${minor ? 'minor' : ''}`}
            {...(sort && sorting?.by === sort
              ? { 'aria-sort': sorting.descending ? ('descending' as const) : ('ascending' as const) }
              : {})}
          >
            {sort && onSort ? (
              <button
                type="button"
                onClick={() =>
                  onSort({ by: sort, descending: sorting?.by === sort ? !sorting.descending : true })
                }
              >
                {name}
                <span class="sort-mark" aria-hidden="true">
                  {sorting?.by === sort ? (sorting.descending ? '↓' : '↑') : '↕'}
                </span>
              </button>
            ) : (
              name
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A row that is not loaded yet. */
function WaitingRow<Row>({
  index,
  columns,
  isSelectable,
}: {
  index: number;
  columns: readonly Column<Row>[];
  isSelectable: boolean;
}) {
  return (
    <tr class="waiting" aria-rowindex={index + 2}>
      {isSelectable && <td />}
      {columns.map(({ id, minor }) => (
        <td key={id} class={minor ? 'minor' : ''}>
          <span class="bar" />
        </td>
      ))}
    </tr>
  );
}

/**
 * A table that draws only visible rows. Rows that are not loaded yet are grey bars; `onRange` reports which ones are
 * needed. Arrow keys, Home and End move through the rows, Enter opens one.
 */
export function DataTable<Row>({
  label,
  columns,
  count,
  rowAt,
  keyOf,
  href,
  onRange,
  sorting,
  onSort,
  selected,
  onSelect,
}: {
  label: string;
  columns: readonly Column<Row>[];
  count: number;
  rowAt: (index: number) => Row | undefined;
  keyOf: (row: Row) => string;
  href?: ((row: Row) => string | undefined) | undefined;
  onRange?: (first: number, last: number) => void;
  sorting?: Sorting | undefined;
  onSort?: (sorting: Sorting) => void;
  selected?: ReadonlySet<string> | undefined;
  onSelect?: ((keys: ReadonlySet<string>) => void) | undefined;
}) {
  const { scroller, first, last, onScroll, onKeyDown } = useVisibleRows(count, onRange);
  const lastPicked = useRef<number | undefined>(undefined);
  const pick = (index: number, key: string, isRange: boolean) => {
    if (!onSelect) return;
    const next = new Set(selected);
    if (isRange && lastPicked.current !== undefined) {
      const [from, to] = [lastPicked.current, index].toSorted((a, b) => a - b);
      for (let at = from ?? index; at <= (to ?? index); at++) {
        const row = rowAt(at);
        if (row) next.add(keyOf(row));
      }
    } else if (next.has(key)) next.delete(key);
    else next.add(key);
    lastPicked.current = index;
    onSelect(next);
  };
  const isNarrow = useNarrow();
  const shares = columns.reduce((sum, { share = 1, minor }) => sum + (minor && isNarrow ? 0 : share), 0);

  return (
    <div class="table-scroll" ref={scroller} onScroll={onScroll}>
      <table
        aria-rowcount={count + 1}
        aria-label={label}
        style={{ minWidth: `${Math.floor(shares * COLUMN) + (onSelect ? PICK : 0)}px` }}
      >
        <colgroup>
          {onSelect && <col class="pick" />}
          {columns.map(({ id, share = 1, minor }) => (
            <col key={id} class={minor ? 'minor' : ''} style={{ width: `${(share / shares) * 100}%` }} />
          ))}
        </colgroup>
        <TableHead
          columns={columns}
          isSelectable={onSelect !== undefined}
          sorting={sorting}
          onSort={onSort}
        />
        <tbody onKeyDown={onKeyDown}>
          {first > 0 && <tr class="gap" aria-hidden="true" style={{ height: `${first * ROW}px` }} />}
          {Array.from({ length: Math.max(0, last - first) }, (_, at) => {
            const index = first + at;
            const row = rowAt(index);
            if (!row) {
              return (
                <WaitingRow
                  key={`gap-${index}`}
                  index={index}
                  columns={columns}
                  isSelectable={onSelect !== undefined}
                />
              );
            }
            const key = keyOf(row);
            const link = href?.(row);
            const isPicked = selected?.has(key) === true;
            return (
              <tr
                key={key}
                data-row={index}
                aria-rowindex={index + 2}
                class={`${link ? 'opens' : ''} ${isPicked ? 'picked' : ''}`}
                {...(link ? {} : { tabIndex: 0 })}
                onClick={(event) => {
                  if (link && !(event.target as HTMLElement).closest('a, button, input, label')) go(link);
                }}
              >
                {onSelect && (
                  <td class="pick">
                    <input
                      type="checkbox"
                      checked={isPicked}
                      aria-label={m.table.selectRow(key)}
                      onClick={(event) => pick(index, key, event.shiftKey)}
                    />
                  </td>
                )}
                {columns.map(({ id, show, align, minor }, column) => (
                  <td key={id} class={`${align ?? ''} ${minor ? 'minor' : ''}`}>
                    <div class="cell">
                      <div>{column === 0 && link ? <a href={`#${link}`}>{show(row)}</a> : show(row)}</div>
                    </div>
                  </td>
                ))}
              </tr>
            );
          })}
          {last < count && (
            <tr class="gap" aria-hidden="true" style={{ height: `${(count - last) * ROW}px` }} />
          )}
        </tbody>
      </table>
    </div>
  );
}
