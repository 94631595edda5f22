import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Filter, FilterInput } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import { PageHead } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { insightsTexts } from '../texts/texts.ts';
import { FALLBACK_DAYS, FILTERS, type Measure, Measures, useNames } from './insight-numbers.ts';
import './insight.css';

const t = insightsTexts;

/** The pages of insights in their order, by the last part of their address. */
const PAGES: readonly (readonly [page: keyof typeof t.pages, path: string])[] = [
  ['overview', '/insights'],
  ['providers', '/insights/providers'],
  ['stores', '/insights/stores'],
  ['drivers', '/insights/drivers'],
  ['costs', '/insights/costs'],
  ['windows', '/insights/windows'],
  ['reactions', '/insights/reactions'],
  ['whatIf', '/insights/what-if'],
  ['invoices', '/insights/invoices'],
  ['reports', '/insights/reports'],
];

/** The filter of the period. */
const DAYS: Filter = {
  name: 'days',
  label: t.period,
  kind: 'days',
  fallback: FALLBACK_DAYS,
  presets: [
    'today',
    'yesterday',
    'this_week',
    'last_week',
    'last_7_days',
    'last_30_days',
    'this_month',
    'last_month',
    'last_90_days',
  ],
};

/** The filters above the pictures. */
const INPUTS: readonly Filter[] = [
  { name: 'store', label: t.store, kind: 'choices', options: 'stores' },
  { name: 'zone', label: t.zone, kind: 'choices', options: 'zones' },
];

/** The frame of every page of insights: where one is, the period, what it is compared with, and the filters. */
export function InsightPage({
  page,
  filters = [],
  isPlain = false,
  children,
}: {
  page: keyof typeof t.pages;
  filters?: readonly Filter[];
  /** Without a period and filters. */
  isPlain?: boolean;
  children: ComponentChildren;
}) {
  const { query } = usePlace();
  const measures = useLive<readonly Measure[]>('/v1/insights/measures', {}, 0);
  const areNamed = useNames();
  const kept = new URLSearchParams(
    [...query].filter(([name]) => ['days', 'compare', ...FILTERS].includes(name)),
  );
  const ending = kept.size > 0 ? `?${kept}` : '';
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [page]);
  const isCompared = query.get('compare') !== 'none';
  return (
    <div class="insight">
      <PageHead title={m.insights.title} />
      <nav ref={tabs} class="tabs" aria-label={t.parts}>
        {PAGES.map(([name, path]) => (
          <a key={name} href={`#${path}${ending}`} aria-current={name === page ? 'page' : undefined}>
            {t.pages[name]}
          </a>
        ))}
      </nav>
      {!isPlain && (
        <search class="filters">
          <div class="filter-row">
            {[DAYS, ...INPUTS, ...filters].map((filter) => (
              <FilterInput key={filter.name} filter={filter} />
            ))}
            <label class="check">
              <input
                type="checkbox"
                checked={isCompared}
                onChange={(event) => setQuery({ compare: event.currentTarget.checked ? null : 'none' })}
              />
              {t.compareWithBefore}
            </label>
          </div>
        </search>
      )}
      <Measures.Provider value={areNamed ? measures.data : undefined}>{children}</Measures.Provider>
    </div>
  );
}
