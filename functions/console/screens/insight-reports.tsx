import { change } from '../kit/api.ts';
import { CreateButton, type Creation } from '../kit/detail.tsx';
import { given } from '../kit/form.tsx';
import { words } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { ActionButton } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { insightsTexts } from '../texts/texts.ts';
import { InsightPage } from './insight-frame.tsx';
import { labelOf, type Measure, useNames } from './insight-numbers.ts';

const t = insightsTexts.reports;

interface Report extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly period: 'day' | 'week';
  readonly hour: number;
  readonly emails: readonly string[];
  readonly measures: readonly string[];
}

const reports: ListDefinition<Report> = {
  id: 'insight-reports',
  title: t.title,
  source: {
    kind: 'whole',
    path: '/v1/insights/reports',
    rows: (reply: { reports: readonly Report[] }) => reply.reports,
  },
  keyOf: ({ id }) => id,
  searchIn: ({ name, emails }) => `${name} ${emails.join(' ')}`,
  columns: [
    { id: 'name', label: m.fields.name, show: ({ name }) => name },
    { id: 'when', label: t.when, show: ({ period, hour }) => t.at(period, hour) },
    {
      id: 'emails',
      label: t.emails,
      share: 1.5,
      minor: true,
      show: ({ emails }) => emails.join(', '),
    },
    {
      id: 'measures',
      label: t.measures,
      share: 2,
      minor: true,
      show: ({ measures }) => measures.map(words).join(', '),
    },
    {
      id: 'remove',
      label: m.actions.remove,
      show: ({ id }) =>
        can('WRITE_NOTIFICATION') ? (
          <ActionButton
            kind="ghost"
            run={() => change('DELETE', `/v1/insights/reports/${id}`)}
            done={m.actions.removed}
          >
            {m.actions.remove}
          </ActionButton>
        ) : null,
    },
  ],
  empty: { icon: 'insights', title: t.empty, text: t.emptyText },
};

/** Numbers that are sent by e-mail after each day or week. */
export function ReportsScreen() {
  useNames();
  const measures = useLive<readonly Measure[]>('/v1/insights/measures', {}, 0).data ?? [];
  const creation: Creation = {
    label: t.create,
    permission: 'WRITE_NOTIFICATION',
    initial: { period: 'week' },
    fields: [
      { name: 'name', label: m.fields.name, required: true, help: t.nameHelp },
      {
        name: 'period',
        label: insightsTexts.period,
        kind: 'choice',
        options: [
          ['week', t.week],
          ['day', t.day],
        ],
        required: true,
      },
      { name: 'hour', label: t.hour, kind: 'number', help: t.hourHelp },
      { name: 'emails', label: t.emails, kind: 'list', required: true, wide: true },
      {
        name: 'measures',
        label: t.measures,
        kind: 'choices',
        options: measures.map((measure) => [measure.name, labelOf(measure)] as const),
        help: t.measuresHelp,
        wide: true,
      },
    ],
    create: async (values) => {
      await change('POST', '/v1/insights/reports', given(values));
      return undefined;
    },
  };
  return (
    <InsightPage page="reports" isPlain>
      <p>{t.text}</p>
      <div class="actions">
        <CreateButton creation={creation} />
      </div>
      {can('READ_NOTIFICATION') ? (
        <ListPage nested definition={reports} />
      ) : (
        <p class="quiet">{t.forbidden}</p>
      )}
    </InsightPage>
  );
}
