import type { ComponentChildren } from 'preact';
import { Chart } from '../kit/chart.tsx';
import { words } from '../kit/format.ts';
import { language } from '../kit/language.ts';
import { type LookupName, Named } from '../kit/lookups.tsx';
import { PALETTE } from '../kit/palette.ts';
import { Badge, Loading, problemOf, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { insightsTexts } from '../texts/texts.ts';
import {
  behind,
  type Chosen,
  type Compared,
  definitionOf,
  difference,
  type Insight,
  inUnit,
  isOfCases,
  type LiveInsight,
  labelOf,
  type Measure,
  nameOfTime,
  partOf,
  type Row,
  stepOf,
  stepsOf,
  toneOf,
  useChosen,
  useInsight,
} from './insight-numbers.ts';

const t = insightsTexts;

/** The lists that have the names of a dimension. */
const NAMES: Readonly<Record<string, LookupName>> = {
  store: 'stores',
  zone: 'zones',
  provider: 'everyProvider',
  driver: 'drivers',
  driverGroup: 'driverGroups',
  strategy: 'strategies',
  workflow: 'workflows',
};

/** Splits by time. */
const TIMES = new Set(['hour', 'day', 'week', 'month', 'weekday']);

/** A group's name: a time, or that of a store, a provider and so on. */
export function GroupName({ by, value }: { by: string; value: string | null | undefined }) {
  if (value === null || value === undefined) return <span class="quiet">{t.without}</span>;
  if (TIMES.has(by)) return <>{nameOfTime(by, value)}</>;
  const from = NAMES[by];
  return from ? <Named from={from} id={value} /> : value;
}

/** A difference to the period before; its direction in words of the measure, never by color alone. */
function Change({ of, row, currency }: { of: Measure; row: Compared; currency: string | null }) {
  if (row.change === null) return null;
  const tone = toneOf(of.name, row.change);
  return <span class={`change ${tone ?? ''}`}>{difference(of.unit, row.change, currency)}</span>;
}

const count = new Intl.NumberFormat(language());

/** The numbers of a page at a glance, each a link to what it is made of. */
export function Figures({ measures }: { measures: readonly string[] }) {
  const chosen = useChosen();
  return (
    <ul class="figures">
      {measures.map((measure) => (
        <Figure key={measure} measure={measure} chosen={chosen} />
      ))}
    </ul>
  );
}

function Figure({ measure, chosen }: { measure: string; chosen: Chosen }) {
  const { data, error, notKeptBy } = useInsight(measure, chosen);
  if (!data) {
    const reason = notKeptBy ? t.notKept(t.stepNames[notKeptBy] ?? notKeptBy) : error && problemOf(error);
    return (
      <li>
        <div class="figure">
          <strong>{reason ? m.none : '…'}</strong>
          <span>{words(measure)}</span>
          {reason && <span class="quiet">{reason}</span>}
        </div>
      </li>
    );
  }
  const { measure: of, total, currency } = data;
  return (
    <li>
      <a href={`#${behind(measure, chosen)}`} title={definitionOf(of)}>
        <strong>{inUnit(of.unit, total.value, currency)}</strong>
        <span>{labelOf(of)}</span>
        <span class="quiet">
          {isOfCases(of, currency) && <>{t.of(count.format(total.n))} </>}
          <Change of={of} row={total} currency={currency} />
        </span>
      </a>
    </li>
  );
}

/** A measure over a time: a picture, and the table of its numbers beside it. */
export function Trend({ measure, by }: { measure: string; by?: 'hour' | 'weekday' }) {
  const chosen = useChosen();
  const step = by ?? stepOf(chosen.days);
  const live = useInsight(measure, chosen, step);
  return (
    <Picture live={live} measure={measure} title={(label) => t.byAnd(label, t.steps[step] ?? step)}>
      {(insight) => <TrendOf insight={insight} step={step} chosen={chosen} />}
    </Picture>
  );
}

function Picture({
  live,
  measure,
  title,
  children,
}: {
  live: LiveInsight;
  measure: string;
  title: (label: string) => string;
  children: (insight: Insight) => ComponentChildren;
}) {
  const { data, error, refresh, notKeptBy } = live;
  return (
    <Section title={title(data ? labelOf(data.measure) : words(measure))}>
      {notKeptBy ? (
        <p class="quiet">{t.notKept(t.stepNames[notKeptBy] ?? notKeptBy)}</p>
      ) : !data ? (
        <Loading error={error} retry={refresh} lines={5} />
      ) : data.rows.length === 0 ? (
        <p class="quiet">{t.nothing}</p>
      ) : (
        children(data)
      )}
      {data && (
        <details class="definition">
          <summary>{t.howItIsCounted}</summary>
          <p class="quiet">{definitionOf(data.measure)}</p>
        </details>
      )}
    </Section>
  );
}

/** A table with more parts stands below its picture. */
const MOST_BESIDE = 2;

function TrendOf({ insight, step, chosen }: { insight: Insight; step: string; chosen: Chosen }) {
  const { measure: of, currency, rows } = insight;
  const byKey = new Map(rows.map((row) => [row.key[step] ?? '', row]));
  const keys = stepsOf(step, chosen.days) ?? rows.map(({ key }) => key[step] ?? '');
  const shown = keys.flatMap((key) => byKey.get(key) ?? []);
  const parts = Object.keys(shown[0]?.parts ?? {});
  const show = (value: number) => inUnit(of.unit, value, currency);
  const values = keys.map((key) => byKey.get(key)?.value ?? null);
  const isBars = parts.length > 0 || step === 'hour' || step === 'weekday' || of.unit === 'count';
  const series =
    parts.length > 0
      ? parts.map((part, index) => ({
          label: partOf(part),
          values: keys.map((key) => byKey.get(key)?.parts?.[part] ?? 0),
          color: PALETTE[index] ?? '',
        }))
      : isBars
        ? [{ label: t.now, values }]
        : [
            { label: t.now, values },
            ...(chosen.isCompared
              ? [
                  {
                    label: t.past,
                    values: keys.map((key) => byKey.get(key)?.previous?.value ?? null),
                    isPast: true,
                  },
                ]
              : []),
          ];
  const known = values.filter((value) => value !== null);
  const description =
    known.length === 0
      ? t.noPicture(labelOf(of))
      : t.picture(
          labelOf(of),
          nameOfTime(step, keys[0] ?? ''),
          nameOfTime(step, keys.at(-1) ?? ''),
          show(Math.min(...known)),
          show(Math.max(...known)),
        );
  return (
    <div class={`picture ${parts.length > MOST_BESIDE ? 'whole' : ''}`}>
      <Chart
        description={description}
        kind={isBars ? 'bars' : 'line'}
        labels={keys.map((key) => nameOfTime(step, key))}
        series={series}
        show={show}
        {...(of.unit === 'share' && known.every((value) => value <= 1) ? { most: 1 } : {})}
      />
      <NumberTable insight={insight} by={step} rows={shown} chosen={chosen} />
    </div>
  );
}

/** The rows of an answer as a table: value, what it is based on, the time before, and of a breakdown every part. */
function NumberTable({
  insight: { measure: of, currency, rowsLeftOut },
  by,
  rows,
  chosen,
  withBars = false,
}: {
  insight: Insight;
  by: string;
  rows: readonly Row[];
  chosen: Chosen;
  withBars?: boolean;
}) {
  const parts = Object.keys(rows[0]?.parts ?? {});
  const isBased = isOfCases(of, currency);
  const most = Math.max(...rows.map(({ value }) => Math.abs(value ?? 0)), Number.EPSILON);
  const groupOf = (row: Row) => ({ [by]: row.key[by] ?? null });
  return (
    <div class="numbers">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{t.stepNames[by] ?? words(by)}</th>
            <th scope="col" class="end">
              {t.value}
            </th>
            {parts.map((part) => (
              <th scope="col" class="end" key={part}>
                {partOf(part)}
              </th>
            ))}
            {isBased && (
              <th scope="col" class="end">
                {t.basedOn}
              </th>
            )}
            {chosen.isCompared && (
              <th scope="col" class="end">
                {t.change}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key[by] ?? ''}>
              <th scope="row">
                <GroupName by={by} value={row.key[by]} />
                {withBars && row.value !== null && (
                  <span class="bar-in-row" aria-hidden="true">
                    <span style={{ width: `${(100 * Math.abs(row.value)) / most}%` }} />
                  </span>
                )}
              </th>
              <td class="end">
                <Behind measure={of} chosen={chosen} group={groupOf(row)}>
                  {inUnit(of.unit, row.value, currency)}
                </Behind>
              </td>
              {parts.map((part) => (
                <td class="end" key={part}>
                  <Behind measure={of} chosen={chosen} group={{ ...groupOf(row), part }}>
                    {count.format(row.parts?.[part] ?? 0)}
                  </Behind>
                </td>
              ))}
              {isBased && <td class="end quiet">{count.format(row.n)}</td>}
              {chosen.isCompared && (
                <td class="end">
                  <Change of={of} row={row} currency={currency} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rowsLeftOut > 0 && <p class="quiet">{t.leftOut(rowsLeftOut)}</p>}
    </div>
  );
}

/** A number as a link to what it is made of; a group without a value has no such list. */
function Behind({
  measure,
  chosen,
  group,
  children,
}: {
  measure: Measure;
  chosen: Chosen;
  group: Readonly<Record<string, string | null>>;
  children: ComponentChildren;
}) {
  if (Object.values(group).includes(null)) return <>{children}</>;
  return <a href={`#${behind(measure.name, chosen, group)}`}>{children}</a>;
}

/** A measure by stores, providers and so on, the largest first. */
export function Ranking({ measure, by }: { measure: string; by: string }) {
  const chosen = useChosen();
  const live = useInsight(measure, chosen, by);
  return (
    <Picture live={live} measure={measure} title={(label) => t.byAnd(label, t.by(t.stepNames[by] ?? by))}>
      {(insight) => <NumberTable insight={insight} by={by} rows={insight.rows} chosen={chosen} withBars />}
    </Picture>
  );
}

/** Several measures of each store, provider or driver side by side. */
export function Scorecards({ by, measures }: { by: string; measures: readonly string[] }) {
  const chosen = useChosen();
  const answers = measures.map((measure) => useInsight(measure, chosen, by));
  const names = [...new Set(answers.flatMap(({ data }) => data?.rows.map(({ key }) => key[by] ?? '') ?? []))];
  const problem = answers.find(({ data, error }) => !data && error)?.error;
  const isRead = answers.every(({ data, error, notKeptBy }) => data ?? error ?? notKeptBy);
  return (
    <Section title={t.scorecard}>
      {names.length === 0 ? (
        isRead && !problem ? (
          <p class="quiet">{t.nothing}</p>
        ) : (
          <Loading
            error={problem}
            retry={() => {
              for (const { refresh } of answers) refresh();
            }}
            lines={5}
          />
        )
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may have nothing else to focus.
        <div class="numbers wide" tabIndex={0} role="region" aria-label={t.by(t.stepNames[by] ?? words(by))}>
          <table class="plain">
            <thead>
              <tr>
                <th scope="col">{t.stepNames[by] ?? words(by)}</th>
                {answers.map(({ data }, index) => (
                  <th
                    scope="col"
                    class="end"
                    key={measures[index]}
                    title={data && definitionOf(data.measure)}
                  >
                    {data ? labelOf(data.measure) : words(measures[index])}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name}>
                  <th scope="row">
                    <GroupName by={by} value={name === '' ? null : name} />
                  </th>
                  {answers.map(({ data }, index) => (
                    <td class="end" key={measures[index]}>
                      {data && (
                        <CardCell
                          insight={data}
                          row={data.rows.find(({ key }) => (key[by] ?? '') === name)}
                          by={by}
                          chosen={chosen}
                        />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {problem && names.length > 0 && <p class="quiet">{problemOf(problem)}</p>}
    </Section>
  );
}

function CardCell({
  insight: { measure: of, currency },
  row,
  by,
  chosen,
}: {
  insight: Insight;
  row: Row | undefined;
  by: string;
  chosen: Chosen;
}) {
  if (!row || row.value === null) return <span class="quiet">{m.none}</span>;
  const isBased = isOfCases(of, currency);
  return (
    <>
      <Behind measure={of} chosen={chosen} group={{ [by]: row.key[by] ?? null }}>
        {inUnit(of.unit, row.value, currency)}
      </Behind>
      {isBased && <span class="quiet small"> {t.of(count.format(row.n))}</span>}
      <br />
      <Change of={of} row={row} currency={currency} />
    </>
  );
}

/** A share by two splits: a row and a column for each value, shaded by how good it is, with the number in each. */
export function Matrix({
  measure,
  rows: by,
  columns: across,
}: {
  measure: string;
  rows: string;
  columns: string;
}) {
  const chosen = useChosen();
  const live = useInsight(measure, chosen, `${by},${across}`);
  return (
    <Picture
      live={live}
      measure={measure}
      title={(label) => t.byAnd(label, t.byBoth(t.stepNames[by] ?? by, t.stepNames[across] ?? across))}
    >
      {({ measure: of, currency, rows }) => {
        const names = [...new Set(rows.map(({ key }) => key[by] ?? ''))];
        const columns = [...new Set(rows.map(({ key }) => key[across] ?? ''))].sort();
        return (
          <div class="numbers wide">
            <table class="plain matrix">
              <thead>
                <tr>
                  <th scope="col">{t.stepNames[by] ?? words(by)}</th>
                  {columns.map((column) => (
                    <th scope="col" class="end" key={column}>
                      <GroupName by={across} value={column === '' ? null : column} />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {names.map((name) => (
                  <tr key={name}>
                    <th scope="row">
                      <GroupName by={by} value={name === '' ? null : name} />
                    </th>
                    {columns.map((column) => {
                      const row = rows.find(
                        ({ key }) => (key[by] ?? '') === name && (key[across] ?? '') === column,
                      );
                      return (
                        <td class="end" key={column}>
                          {row && row.value !== null && (
                            <>
                              <Badge
                                value="share"
                                tone={toneOfShare(row.value)}
                                text={inUnit(of.unit, row.value, currency)}
                              />
                              <br />
                              <Behind
                                measure={of}
                                chosen={chosen}
                                group={{ [by]: row.key[by] ?? null, [across]: row.key[across] ?? null }}
                              >
                                {t.of(count.format(row.n))}
                              </Behind>
                            </>
                          )}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        );
      }}
    </Picture>
  );
}

/** Shares from which a number is good, and from which it is fair. */
const GOOD = 0.95;
const FAIR = 0.85;

function toneOfShare(share: number): 'good' | 'warn' | 'bad' {
  return share >= GOOD ? 'good' : share >= FAIR ? 'warn' : 'bad';
}
