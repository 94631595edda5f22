import type { ComponentChildren } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import type { Query } from './api.ts';
import { DEFAULT_PRESETS, daysOf, instantsOf } from './dates.ts';
import { Icon, type IconName } from './icons.tsx';
import { latePart } from './late.tsx';
import { type LookupName, type Option, useOptions } from './lookups.tsx';
import { organizationOf } from './me.ts';
import { setQuery, usePlace } from './router.ts';
import type { Source } from './row-source.ts';
import { type Rows, useRows } from './rows.ts';
import { ColumnChoice, type KeptOfList, SavedViews, useKeptOfList } from './saved-views.tsx';
import { type Column, DataTable, type Sorting } from './table.tsx';
import type { ThingKind } from './things.tsx';
import { Button, EmptyState, ErrorState, PageHead, Skeleton } from './ui.tsx';

/** One filter of a list; its value is in the URL. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly kind: 'search' | 'text' | 'choice' | 'choices' | 'days' | 'date' | 'thing';
  readonly options?: LookupName | readonly Option[];
  /** What a `thing` is: its value is an id, chosen by name. */
  readonly thing?: ThingKind;
  /** Always visible instead of inside the panel. */
  readonly isMain?: boolean;
  /** Taken when the address has none. */
  readonly fallback?: string;
  /** Ranges to choose from, of `days`; by default those of the organization. */
  readonly presets?: readonly string[];
  /** Parameters of the API for a value; by default the value under the filter's own name. */
  readonly toQuery?: (value: string) => Query;
}

/** Parts of a screen with a list. */
export interface ListDefinition<Row> {
  /** Names the list in saved views. */
  readonly id: string;
  readonly title: string;
  readonly source: Source<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly href?: (row: Row) => string | undefined;
  readonly filters?: readonly Filter[];
  readonly sorting?: Sorting;
  readonly empty: { readonly icon: IconName; readonly title: string; readonly text: string };
  /** The texts by which rows are filtered here, for lists that are read whole. */
  readonly searchIn?: (row: Row) => string;
}

interface ListProps<Row> {
  readonly definition: ListDefinition<Row>;
  readonly actions?: ComponentChildren;
  /** Actions for the chosen rows; without them rows cannot be chosen. */
  readonly bulk?: (keys: readonly string[], clear: () => void) => ComponentChildren;
  /** Shown in the empty list. */
  readonly emptyAction?: ComponentChildren;
  /** Without its own heading, inside another page. */
  readonly nested?: boolean;
  readonly above?: ComponentChildren;
}

/** A screen with a list: filters, saved views, a table, and its own states for empty, loading and failed lists. */
export function ListPage<Row>({ definition, actions, bulk, emptyAction, nested, above }: ListProps<Row>) {
  const { source, columns, keyOf, href, filters = [], empty, searchIn } = definition;
  const { query } = usePlace();
  const sorting = readSorting(query.get('sort')) ?? definition.sorting;
  const asked = useMemo(() => askedOf(filters, query), [filters, query.toString()]);
  const apiQuery = source.kind === 'offset' ? queryOf(definition, query) : asked.api;
  const all = useRows(source, apiQuery);
  const search = searchIn ? (query.get('search') ?? '').toLowerCase() : '';
  const rows = useMemo(() => matching(all, search, searchIn), [all, search, searchIn]);
  // A search here covers only rows that were read, so the remaining pages are read for it.
  useEffect(() => {
    if (search !== '') all.more?.();
  }, [search === '', all.count, all.more === undefined]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setSelected(new Set());
  const hasFilters = asked.chips.length > 0 || search !== '';
  const kept = useKeptOfList(definition.id);
  const hidden = kept.saved?.hiddenColumns ?? [];
  const shown = columns.filter(({ id }, index) => index === 0 || !hidden.includes(id));
  return (
    <div class="list-page">
      {!nested && <PageHead title={definition.title} actions={actions} />}
      {above}
      {(filters.length > 0 || searchIn) && (
        <FilterBar
          {...{ kept, columns }}
          filters={searchIn ? [SEARCH, ...filters] : filters}
          chips={asked.chips}
          count={rows.count}
          isExact={(all.reply as { totalCountIsExact?: boolean } | undefined)?.totalCountIsExact !== false}
        />
      )}
      {bulk && selected.size > 0 && (
        <div class="bulk" role="region" aria-label={m.table.chosen(selected.size)}>
          <strong>{m.table.chosen(selected.size)}</strong>
          <div class="actions">{bulk([...selected], clear)}</div>
          <Button kind="ghost" onClick={clear}>
            {m.table.clear}
          </Button>
        </div>
      )}
      {all.error && rows.count === undefined ? (
        <ErrorState error={all.error} retry={all.refresh} />
      ) : rows.count === undefined ? (
        <Skeleton lines={9} />
      ) : rows.count === 0 ? (
        <EmptyState
          icon={hasFilters ? 'filter' : empty.icon}
          title={hasFilters ? m.table.noMatch : empty.title}
          text={hasFilters ? m.table.noMatchText : empty.text}
        >
          {hasFilters ? (
            <Button
              onClick={() => setQuery(Object.fromEntries([...query.keys()].map((name) => [name, null])))}
            >
              {m.table.clearFilters}
            </Button>
          ) : (
            emptyAction
          )}
        </EmptyState>
      ) : (
        <DataTable
          label={definition.title}
          columns={shown}
          count={rows.count}
          rowAt={rows.rowAt}
          keyOf={keyOf}
          href={href}
          onRange={all.onRange}
          sorting={sorting}
          onSort={({ by, descending }) => setQuery({ sort: `${descending ? '-' : ''}${by}` })}
          {...(bulk ? { selected, onSelect: setSelected } : {})}
        />
      )}
      {all.more && (
        <div class="actions center">
          <Button onClick={all.more}>{m.table.more}</Button>
        </div>
      )}
    </div>
  );
}

const SEARCH: Filter = { name: 'search', label: m.table.search, kind: 'search', isMain: true };

function matching<Row>(
  rows: Rows<Row>,
  search: string,
  searchIn: ((row: Row) => string) | undefined,
): Pick<Rows<Row>, 'count' | 'rowAt'> {
  if (!searchIn || search === '' || rows.count === undefined) return rows;
  const found = Array.from({ length: rows.count }, (_, index) => rows.rowAt(index)).filter(
    (row) => row !== undefined && searchIn(row).toLowerCase().includes(search),
  );
  return { count: found.length, rowAt: (index) => found[index] };
}

interface Asked {
  readonly api: Query;
  /** Filters with a value, other than those that are always visible. */
  readonly chips: readonly { readonly filter: Filter; readonly value: string }[];
}

function askedOf(filters: readonly Filter[], query: URLSearchParams): Asked {
  const given = filters.flatMap((filter) => {
    const value = query.get(filter.name) ?? filter.fallback ?? '';
    return value === '' ? [] : [{ filter, value }];
  });
  const api = Object.assign(
    {},
    ...given.map(({ filter, value }) =>
      filter.toQuery
        ? filter.toQuery(value)
        : filter.kind === 'days'
          ? instantsOf(daysOf(value))
          : { [filter.name]: value },
    ),
  );
  return { api, chips: given.filter(({ filter, value }) => value !== filter.fallback) };
}

/** Parameters of the API for the address of a list: its filters and its order. */
export function queryOf<Row>({ filters = [], sorting }: ListDefinition<Row>, query: URLSearchParams): Query {
  const { by, descending } = readSorting(query.get('sort')) ?? sorting ?? {};
  return {
    ...askedOf(filters, query).api,
    ...(by === undefined ? {} : { sortBy: by, sortDirection: descending ? 'DESC' : 'ASC' }),
  };
}

function readSorting(text: string | null): Sorting | undefined {
  if (!text) return undefined;
  return text.startsWith('-') ? { by: text.slice(1), descending: true } : { by: text, descending: false };
}

function FilterBar({
  kept,
  columns,
  filters,
  chips,
  count,
  isExact,
}: {
  kept: KeptOfList;
  columns: readonly { readonly id: string; readonly label: string }[];
  filters: readonly Filter[];
  chips: Asked['chips'];
  count: number | undefined;
  isExact: boolean;
}) {
  const [open, setOpen] = useState(false);
  const main = filters.filter(({ isMain }) => isMain);
  const others = filters.filter(({ isMain }) => !isMain);
  const hidden = chips.filter(({ filter }) => !filter.isMain);
  return (
    <search class="filters">
      <div class="filter-row">
        {main.map((filter) => (
          <FilterInput key={filter.name} filter={filter} />
        ))}
        {others.length > 0 && (
          <Button icon="filter" pressed={open} onClick={() => setOpen(!open)}>
            {hidden.length > 0 ? m.table.filtersOn(hidden.length) : m.table.filters}
          </Button>
        )}
        <SavedViews kept={kept} />
        <ColumnChoice {...{ kept, columns }} />
        <output class="quiet count" aria-live="polite">
          {count === undefined ? '' : m.table.count(count, isExact)}
        </output>
      </div>
      {open && (
        <div class="filter-panel">
          {others.map((filter) => (
            <FilterInput key={filter.name} filter={filter} />
          ))}
        </div>
      )}
      {!open && hidden.length > 0 && (
        <ul class="chips">
          {hidden.map(({ filter, value }) => (
            <li key={filter.name}>
              <button type="button" onClick={() => setQuery({ [filter.name]: null })}>
                <span>
                  {filter.label}: <ChipValue filter={filter} value={value} />
                </span>
                <Icon name="close" />
                <span class="visually-hidden">{m.table.removeFilter}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

const ThingInput = latePart(() => import('./thing-input.tsx').then((part) => part.ThingInput));
const ThingName = latePart(() => import('./things.tsx').then((part) => part.ThingName));

function ChipValue({ filter, value }: { filter: Filter; value: string }) {
  const options = useOptions(filter.options);
  if (filter.kind === 'thing') return <ThingName id={value} />;
  const label = (part: string) => options.find(([name]) => name === part)?.[1] ?? part;
  return <>{value.split(',').map(label).join(', ')}</>;
}

/** Pause after typing before the list is read. Milliseconds. */
const SETTLE_MS = 250;

/** The input of a filter, whose value stands in the address. */
export function FilterInput({ filter }: { filter: Filter }) {
  const { query } = usePlace();
  const id = useId();
  const value = query.get(filter.name) ?? '';
  const [typed, setTyped] = useState(value);
  const timer = useRef(0);
  useEffect(() => setTyped(value), [value]);
  const options = useOptions(filter.options);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setQuery({ [filter.name]: text }), SETTLE_MS);
  };
  if (filter.kind === 'thing')
    return (
      <ThingInput
        label={filter.label}
        kind={filter.thing ?? 'any'}
        value={value}
        onChange={(chosen) => setQuery({ [filter.name]: chosen })}
      />
    );
  if (filter.kind === 'days') return <DaysInput filter={filter} value={value || (filter.fallback ?? '')} />;
  if (filter.kind === 'choices') {
    const chosen = value === '' ? [] : value.split(',');
    return (
      <details class="multi">
        <summary>
          {filter.label}
          {chosen.length > 0 && <span class="number">{chosen.length}</span>}
        </summary>
        <fieldset>
          <legend class="visually-hidden">{filter.label}</legend>
          {options.map(([name, label]) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) =>
                  setQuery({
                    [filter.name]: (event.currentTarget.checked
                      ? [...chosen, name]
                      : chosen.filter((given) => given !== name)
                    ).join(','),
                  })
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      </details>
    );
  }
  if (filter.kind === 'choice') {
    return (
      <span class="filter">
        <label for={id}>{filter.label}</label>
        <select
          id={id}
          value={value || (filter.fallback ?? '')}
          onChange={(event) => setQuery({ [filter.name]: event.currentTarget.value })}
        >
          <option value="">{m.table.any}</option>
          {options.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </span>
    );
  }
  return (
    <span class={`filter ${filter.kind}`}>
      <label for={id} class={filter.kind === 'search' ? 'visually-hidden' : ''}>
        {filter.label}
      </label>
      {filter.kind === 'search' && <Icon name="search" />}
      <input
        id={id}
        {...(filter.kind === 'date' ? { type: 'date' as const } : { type: 'search' as const })}
        placeholder={filter.kind === 'search' ? filter.label : ''}
        value={typed || (filter.kind === 'date' ? (filter.fallback ?? '') : '')}
        onInput={(event) => type(event.currentTarget.value)}
      />
    </span>
  );
}

function DaysInput({ filter, value }: { filter: Filter; value: string }) {
  const id = useId();
  const presets = filter.presets ?? organizationOf()?.preferences.dateRangePresets ?? DEFAULT_PRESETS;
  const isCustom = value.includes('..');
  const { from, to } = daysOf(value);
  const set = (first: string, last: string) => setQuery({ [filter.name]: `${first}..${last}` });
  return (
    <span class="filter days">
      <label for={id} class="visually-hidden">
        {filter.label}
      </label>
      <select
        id={id}
        value={isCustom ? 'custom' : value}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          if (chosen === 'custom') set(from, to);
          else setQuery({ [filter.name]: chosen });
        }}
      >
        {[
          ...new Set([...(presets.length > 0 ? presets : DEFAULT_PRESETS), ...(isCustom ? [] : [value])]),
        ].map((name) => (
          <option key={name} value={name}>
            {m.ranges[name as keyof typeof m.ranges] ?? name}
          </option>
        ))}
        <option value="custom">{m.ranges.custom}</option>
      </select>
      {isCustom && (
        <>
          <input
            type="date"
            aria-label={m.table.from}
            value={from}
            onChange={(event) => event.currentTarget.value && set(event.currentTarget.value, to)}
          />
          <input
            type="date"
            aria-label={m.table.to}
            value={to}
            onChange={(event) => event.currentTarget.value && set(from, event.currentTarget.value)}
          />
        </>
      )}
    </span>
  );
}
