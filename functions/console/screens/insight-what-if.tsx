import type { ComponentChildren } from 'preact';
import { change } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { CreateButton, type Creation } from '../kit/detail.tsx';
import { given } from '../kit/form.tsx';
import { money, sentence } from '../kit/format.ts';
import { latePart } from '../kit/late.tsx';
import { JobLink, OrderLink } from '../kit/links.tsx';
import { can } from '../kit/me.ts';
import { EmptyState, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { insightsTexts } from '../texts/texts.ts';
import { ComparedTable, Differences, type Line, useCompared } from './insight-compared.tsx';
import { InsightPage } from './insight-frame.tsx';
import { inUnit } from './insight-numbers.ts';

const t = insightsTexts.whatIf;

const PlanWhatIfs = latePart(async () => (await import('./insight-plan-what-if.tsx')).PlanWhatIfs);
const WorkflowWhatIfs = latePart(
  async () => (await import('./insight-workflow-what-if.tsx')).WorkflowWhatIfs,
);

interface Range {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

interface Outcome {
  readonly choices: number;
  readonly priceCents: number;
  readonly onTime: Range | null;
  readonly lateMinutes: Range | null;
  readonly providers: readonly {
    readonly providerId: string;
    readonly providerName: string;
    readonly choices: number;
  }[];
}

interface Choice {
  readonly providerName: string;
  readonly priceCents: number;
}

interface Result {
  readonly name: string;
  readonly days: { readonly from: string; readonly to: string };
  readonly jobs: number;
  readonly currency: string;
  readonly before: Outcome;
  readonly after: Outcome;
  readonly differingCount: number;
  readonly nobodyCount: number;
  readonly notAsked: Readonly<Record<string, number>>;
  readonly differing: readonly {
    readonly jobId: string;
    readonly orderIds: readonly string[];
    readonly before: Choice;
    readonly after: Choice | null;
    readonly because: readonly string[];
  }[];
}

const creation: Creation = {
  label: t.create,
  permission: 'WRITE_DISPATCH_STRATEGY',
  initial: daysOf('last_30_days') as unknown as Creation['initial'] & object,
  fields: [
    { name: 'name', label: m.fields.name, required: true, help: t.nameHelp },
    { name: 'from', label: m.table.from, kind: 'date', required: true },
    { name: 'to', label: m.table.to, kind: 'date', required: true },
    {
      name: 'optionsGroupId',
      label: insightsTexts.strategy,
      kind: 'choice',
      options: 'strategies',
      help: t.strategyHelp,
    },
    {
      name: 'allowedProviders',
      label: m.strategies.providers,
      kind: 'choices',
      options: 'providers',
      help: t.providersHelp,
    },
    { name: 'maxDeliveryFeeCents', label: m.strategies.maxFee, kind: 'money' },
  ],
  create: async (values) => {
    await change('POST', '/v1/dispatch/what-ifs', given(values));
    return undefined;
  },
};

/** What other rules would have chosen for past deliveries, side by side. */
export function WhatIfScreen() {
  const { ids, all, error, refresh } = useCompared<Result>(can('READ_ACTIVITY') ? 'act_what_if' : null);
  return (
    <InsightPage page="whatIf" isPlain>
      <p>{t.text}</p>
      <div class="actions">
        <CreateButton creation={creation} />
      </div>
      {!can('READ_ACTIVITY') ? (
        <p class="quiet">{t.forbidden}</p>
      ) : !ids ? (
        <Loading error={error} retry={refresh} lines={6} />
      ) : ids.length === 0 ? (
        <EmptyState icon="insights" title={t.empty} text={t.emptyText} />
      ) : (
        <Section title={t.beside}>
          <ComparedTable all={all} lines={LINES} counted="jobs" />
        </Section>
      )}
      {can('READ_ACTIVITY') && <PlanWhatIfs />}
      {can('READ_ACTIVITY') && <WorkflowWhatIfs />}
    </InsightPage>
  );
}

const LINES: readonly Line<Result>[] = [
  { label: insightsTexts.period, show: ({ days }) => `${days.from} – ${days.to}` },
  { label: t.jobs, show: ({ jobs }) => jobs },
  { label: t.costBefore, show: ({ before, currency }) => money(before.priceCents, currency) },
  { label: t.costAfter, show: ({ after, currency }) => money(after.priceCents, currency) },
  {
    label: t.saved,
    show: ({ before, after, currency }) => (
      <strong>{money(before.priceCents - after.priceCents, currency)}</strong>
    ),
  },
  { label: t.onTimeBefore, show: ({ before }) => range('share', before.onTime) },
  { label: t.onTimeAfter, show: ({ after }) => range('share', after.onTime) },
  { label: t.lateBefore, show: ({ before }) => range('minutes', before.lateMinutes) },
  { label: t.lateAfter, show: ({ after }) => range('minutes', after.lateMinutes) },
  { label: t.chosen, show: ({ after }) => <Providers outcome={after} /> },
  { label: t.nobody, show: ({ nobodyCount }) => nobodyCount },
  { label: t.notAsked, show: ({ notAsked }) => Object.values(notAsked).reduce((sum, one) => sum + one, 0) },
  { label: t.differ, show: (result) => <OtherChoices result={result} /> },
];

function range(unit: string, of: Range | null): ComponentChildren {
  if (!of) return m.none;
  return (
    <>
      {inUnit(unit, of.value, null)}
      <br />
      <span class="quiet small">{t.between(inUnit(unit, of.low, null), inUnit(unit, of.high, null))}</span>
    </>
  );
}

function Providers({ outcome }: { outcome: Outcome }) {
  return (
    <>
      {outcome.providers.map(({ providerId, providerName, choices }) => (
        <div key={providerId}>
          {providerName} <span class="quiet">{choices}</span>
        </div>
      ))}
    </>
  );
}

/** How many packages another provider would have carried; on request which, and why. */
function OtherChoices({ result }: { result: Result }) {
  const { differing, differingCount, currency, name } = result;
  const shown = (choice: Choice | null) =>
    choice ? `${choice.providerName}, ${money(choice.priceCents, currency)}` : t.nobodyOne;
  return (
    <Differences
      title={name}
      differing={differing}
      count={differingCount}
      keyOf={({ jobId, orderIds }) => `${jobId} ${orderIds.join(' ')}`}
      show={({ jobId, orderIds, before, after, because }) => (
        <>
          <span>{orderIds[0] === undefined ? <JobLink id={jobId} /> : <OrderLink id={orderIds[0]} />}</span>
          <span>
            {shown(before)} → {shown(after)}
          </span>
          <details>
            <summary>{t.why}</summary>
            {because.map((text) => (
              <p class="quiet" key={text}>
                {sentence({ text, values: {} })}
              </p>
            ))}
          </details>
        </>
      )}
    />
  );
}
