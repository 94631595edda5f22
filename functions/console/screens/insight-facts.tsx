import { useState } from 'preact/hooks';
import { get } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { dateTime, dayName, words } from '../kit/format.ts';
import { JobLink, OrderLink, RouteLink } from '../kit/links.tsx';
import { useLive } from '../kit/live.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import { ActionButton, EmptyState, Loading, PageHead } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { insightsTexts } from '../texts/texts.ts';
import {
  definitionOf,
  FALLBACK_DAYS,
  type Insight,
  inUnit,
  labelOf,
  nameOfTime,
  partOf,
  useNames,
  type Value,
} from './insight-numbers.ts';
import { GroupName } from './insight-pictures.tsx';
import './insight.css';

const t = insightsTexts;

interface Fact extends Value {
  readonly id: string;
  readonly at: string;
  readonly orderId: string | null;
  readonly jobId: string | null;
  readonly routeId: string | null;
  readonly providerId: string | null;
  readonly driverId: string | null;
}

interface Page {
  readonly results: readonly Fact[];
  readonly next: string | null;
  readonly keptSince: string;
}

/** What the list can be narrowed by; each is shown, and can be taken away. */
const NARROWED: readonly (readonly [name: string, label: string])[] = [
  ['store', t.store],
  ['zone', t.zone],
  ['provider', t.provider],
  ['driverGroup', t.driverGroup],
  ['driver', t.driver],
  ['strategy', t.strategy],
  ['workflow', t.workflow],
  ['tag', t.facts.tag],
  ['part', t.facts.part],
  ['hour', t.facts.hour],
  ['weekday', t.facts.weekday],
];

/** The orders, deliveries, routes and refunds that a number is made of. */
export function FactsScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const measure = params.measure ?? '';
  useNames();
  const { query } = usePlace();
  const days = daysOf(query.get('days') ?? FALLBACK_DAYS);
  const narrowed = NARROWED.flatMap(([name, label]) => {
    const value = query.get(name);
    return value ? [{ name, label, value }] : [];
  });
  const asked = { ...days, ...Object.fromEntries(narrowed.map(({ name, value }) => [name, value])) };
  const { part: _, hour: __, weekday: ___, ...filters } = asked as Readonly<Record<string, string>>;
  const { data: insight } = useLive<Insight>(
    `/v1/insights/${measure}`,
    { ...filters, comparedWith: 'none' },
    0,
  );
  const path = `/v1/insights/${measure}/facts`;
  const first = useLive<Page>(path, asked, 60_000);
  const key = JSON.stringify(asked);
  const [older, setOlder] = useState<{ readonly key: string; readonly pages: readonly Page[] }>({
    key,
    pages: [],
  });
  const pages = [...(first.data ? [first.data] : []), ...(older.key === key ? older.pages : [])];
  const next = pages.at(-1)?.next ?? null;
  const facts = pages.flatMap(({ results }) => results);
  return (
    <div class="insight">
      <PageHead
        title={t.facts.behind(insight ? labelOf(insight.measure) : words(measure))}
        back={['/insights', m.insights.title]}
        badges={<span class="quiet">{[...new Set([days.from, days.to])].map(dayName).join(' – ')}</span>}
      />
      {insight && <p class="quiet">{definitionOf(insight.measure)}</p>}
      {narrowed.length > 0 && (
        <ul class="chips">
          {narrowed.map(({ name, label, value }) => (
            <li key={name}>
              <button type="button" onClick={() => setQuery({ [name]: null })}>
                <span>
                  {label}: <Chosen name={name} value={value} />
                </span>
                <span class="visually-hidden">{m.table.removeFilter}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!first.data ? (
        <Loading error={first.error} retry={first.refresh} lines={8} />
      ) : facts.length === 0 && next === null ? (
        <EmptyState icon="insights" title={t.facts.none} text={t.facts.noneText} />
      ) : (
        <div class="numbers wide">
          <table class="plain">
            <thead>
              <tr>
                <th scope="col">{t.facts.at}</th>
                <th scope="col">{t.facts.what}</th>
                <th scope="col">{t.provider}</th>
                <th scope="col" class="end">
                  {t.facts.counts}
                </th>
              </tr>
            </thead>
            <tbody>
              {facts.map((fact) => (
                <tr key={fact.id}>
                  <td>{dateTime(fact.at)}</td>
                  <td>
                    <About fact={fact} />
                  </td>
                  <td>
                    {fact.driverId ? (
                      <GroupName by="driver" value={fact.driverId} />
                    ) : (
                      fact.providerId && <GroupName by="provider" value={fact.providerId} />
                    )}
                  </td>
                  <td class="end">{insight ? counted(insight, fact) : '…'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {first.data && <p class="quiet">{t.facts.keptSince(dateTime(first.data.keptSince))}</p>}
      {next !== null && (
        <div class="actions center">
          <ActionButton
            run={async () => {
              const page = await get<Page>(path, { ...asked, after: next });
              setOlder({ key, pages: [...(older.key === key ? older.pages : []), page] });
            }}
          >
            {t.facts.more}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

function Chosen({ name, value }: { name: string; value: string }) {
  const values = value.split(',');
  return (
    <>
      {values.map((one, index) => (
        <span key={one}>
          {index > 0 && ', '}
          {name === 'part' ? (
            partOf(one)
          ) : name === 'hour' || name === 'weekday' ? (
            nameOfTime(name, one)
          ) : (
            <GroupName by={name} value={one} />
          )}
        </span>
      ))}
    </>
  );
}

/** The order that it is about; without one, the delivery or the route. */
function About({ fact: { orderId, jobId, routeId, id } }: { fact: Fact }) {
  if (orderId) return <OrderLink id={orderId} />;
  if (jobId) return <JobLink id={jobId} />;
  return routeId ? <RouteLink id={routeId} /> : <code>{id}</code>;
}

/** What a fact counts: its part of a breakdown, or its value. */
function counted({ measure, currency }: Insight, { value, parts }: Fact): string {
  const part = Object.entries(parts ?? {}).find(([, number]) => number > 0)?.[0];
  return part ? words(part) : inUnit(measure.unit, value, currency);
}
