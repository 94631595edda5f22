import { change } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { CreateButton, type Creation } from '../kit/detail.tsx';
import { given } from '../kit/form.tsx';
import { distance, minutes, money } from '../kit/format.ts';
import { latePart } from '../kit/late.tsx';
import { OrderLink } from '../kit/links.tsx';
import { Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { withLateTexts } from '../texts/late-texts.ts';
import { insightsTexts } from '../texts/texts.ts';
import { ComparedTable, Differences, type Line, useCompared } from './insight-compared.tsx';
import type { LeftOutReason } from './left-out-words.ts';

const leftOut = withLateTexts('remedies', () => import('./left-out.tsx'));
const LeftOutWords = latePart(() => leftOut().then((part) => part.LeftOutWords));

const t = insightsTexts.whatIf;

interface Figures {
  readonly routes: number;
  readonly orders: number;
  readonly costCents: number;
  readonly distance: number;
  readonly duration: number;
  readonly inTimeOrders: number;
  readonly lateOrders: number;
  readonly leftOutOrders: number;
}

interface Result {
  readonly name: string;
  readonly date: string;
  readonly changes: {
    readonly vehicles: number | null;
    readonly shiftStart: string | null;
    readonly shiftEnd: string | null;
    readonly windowMinutes: number | null;
  };
  readonly before: Figures;
  readonly after: Figures;
  readonly better: readonly string[];
  readonly worse: readonly string[];
  readonly movedCount: number;
  readonly leftOut: readonly {
    readonly orderId: string;
    readonly reasons: readonly LeftOutReason[];
  }[];
}

const creation: Creation = {
  label: t.createOfDay,
  permission: 'WRITE_OPTIMIZATION',
  initial: { date: daysOf('yesterday').to },
  fields: [
    { name: 'name', label: m.fields.name, required: true, help: t.nameOfDayHelp },
    { name: 'date', label: t.day, kind: 'date', required: true },
    { name: 'vehicles', label: t.vehicles, kind: 'number', help: t.vehiclesHelp },
    { name: 'shiftStart', label: t.shiftStart, kind: 'time', help: t.shiftHelp },
    { name: 'shiftEnd', label: t.shiftEnd, kind: 'time' },
    { name: 'windowMinutes', label: t.windows, kind: 'number', help: t.windowsHelp },
    { name: 'driverGroupId', label: t.driverGroup, kind: 'choice', options: 'driverGroups' },
  ],
  create: async (values) => {
    await change('POST', '/v1/activities/planning-what-ifs', given(values));
    return undefined;
  },
};

/** What days would have been like with other vehicles, shifts or windows, side by side. */
export function PlanWhatIfs() {
  const { ids, all, error, refresh } = useCompared<Result>('act_plan_what_if');
  return (
    <Section title={t.ofDays} actions={<CreateButton creation={creation} />}>
      <p class="quiet">{t.ofDaysText}</p>
      {!ids ? (
        <Loading error={error} retry={refresh} lines={3} />
      ) : (
        ids.length > 0 && <ComparedTable all={all} lines={LINES} counted="iterations" />
      )}
    </Section>
  );
}

/** Nothing was driven: that is known, other than a way without a length. */
const orZero = (show: (value: number) => string) => (value: number) => (value === 0 ? '0' : show(value));

/** A figure as it was and as it would have been, with a word on what became better or worse. */
const both =
  (name: keyof Figures, show: (value: number) => string | number = String): Line<Result>['show'] =>
  ({ before, after, better, worse }) => {
    const verdict = better.includes(name) ? t.better : worse.includes(name) ? t.worse : undefined;
    return (
      <>
        {show(before[name])} → <strong>{show(after[name])}</strong>
        {verdict && <span class="block quiet">{verdict}</span>}
      </>
    );
  };

const LINES: readonly Line<Result>[] = [
  { label: t.day, show: ({ date }) => date },
  { label: t.changed, show: ({ changes }) => changedText(changes) },
  { label: m.titles.routes, show: both('routes') },
  { label: t.inTime, show: both('inTimeOrders') },
  { label: t.late, show: both('lateOrders') },
  { label: t.leftOut, show: (result) => <LeftOut result={result} /> },
  { label: t.cost, show: both('costCents', money) },
  { label: t.distance, show: both('distance', orZero(distance)) },
  { label: t.duration, show: both('duration', orZero(minutes)) },
  { label: t.moved, show: ({ movedCount }) => movedCount },
];

function changedText({ vehicles, shiftStart, shiftEnd, windowMinutes }: Result['changes']): string {
  const said = [
    vehicles === null ? undefined : t.ofVehicles(vehicles),
    shiftStart === null && shiftEnd === null ? undefined : `${shiftStart ?? '…'} – ${shiftEnd ?? '…'}`,
    windowMinutes === null ? undefined : t.ofWindows(windowMinutes),
  ].filter((text) => text !== undefined);
  return said.length > 0 ? said.join(', ') : t.nothingChanged;
}

/** How many orders would have had no place; on request which, and why. */
function LeftOut({ result }: { result: Result }) {
  const { leftOut, after, name } = result;
  return (
    <Differences
      title={name}
      differing={leftOut}
      count={after.leftOutOrders}
      keyOf={({ orderId }) => orderId}
      show={({ orderId, reasons }) => (
        <>
          <OrderLink id={orderId} />
          <span>
            <LeftOutWords reasons={reasons} />
          </span>
        </>
      )}
    />
  );
}
