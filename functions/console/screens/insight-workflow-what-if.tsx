import { change } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { CreateButton, type Creation } from '../kit/detail.tsx';
import { given } from '../kit/form.tsx';
import { words } from '../kit/format.ts';
import { OrderLink } from '../kit/links.tsx';
import { Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { insightsTexts } from '../texts/texts.ts';
import { ComparedTable, Differences, type Line, useCompared } from './insight-compared.tsx';

const t = insightsTexts.whatIf;

interface Act {
  readonly status: string;
}

interface Result {
  readonly name: string | null;
  readonly workflow?: { readonly id: string; readonly name: string; readonly version: number };
  readonly evaluated: number;
  readonly differingCount: number;
  readonly differing: readonly {
    readonly orderId: string | null;
    readonly node: string;
    readonly before: Act | null;
    readonly after: Act | null;
    readonly at: string;
  }[];
}

const creation: Creation = {
  label: t.createOfWorkflow,
  permission: 'WRITE_WORKFLOW',
  initial: daysOf('last_30_days') as unknown as Creation['initial'] & object,
  fields: [
    { name: 'name', label: m.fields.name, required: true, help: t.nameOfWorkflowHelp },
    {
      name: 'workflowId',
      label: insightsTexts.workflow,
      kind: 'choice',
      options: 'workflows',
      required: true,
    },
    { name: 'version', label: t.version, kind: 'number', help: t.versionHelp },
    { name: 'from', label: m.table.from, kind: 'date', required: true },
    { name: 'to', label: m.table.to, kind: 'date', required: true },
  ],
  create: async ({ workflowId, from, to, ...values }) => {
    await change('POST', `/v1/workflows/${workflowId}/replay`, {
      ...given(values),
      from: `${from}T00:00:00Z`,
      to: `${to}T23:59:59Z`,
    });
    return undefined;
  },
};

/** What other versions of workflows would have done, side by side. */
export function WorkflowWhatIfs() {
  const { ids, all, error, refresh } = useCompared<Result>('act_replay_workflow');
  return (
    <Section title={t.ofWorkflows} actions={<CreateButton creation={creation} />}>
      <p class="quiet">{t.ofWorkflowsText}</p>
      {!ids ? (
        <Loading error={error} retry={refresh} lines={3} />
      ) : (
        ids.length > 0 && <ComparedTable all={all} lines={LINES} counted="evaluated" />
      )}
    </Section>
  );
}

const LINES: readonly Line<Result>[] = [
  {
    label: insightsTexts.workflow,
    show: ({ workflow }) => (workflow ? t.versionOf(workflow.name, workflow.version) : m.none),
  },
  { label: t.events, show: ({ evaluated }) => evaluated },
  { label: t.acts, show: (result) => <OtherActs result={result} /> },
];

/** How many nodes would have acted differently; on request which, and for which orders. */
function OtherActs({ result }: { result: Result }) {
  const { differing, differingCount, name } = result;
  const shown = (act: Act | null) => (act ? words(act.status) : t.doesNotRun);
  return (
    <Differences
      title={name ?? t.ofWorkflows}
      differing={differing}
      count={differingCount}
      keyOf={({ orderId, node, at }) => `${orderId} ${node} ${at}`}
      show={({ orderId, node, before, after }) => (
        <>
          <span>{orderId === null ? m.none : <OrderLink id={orderId} />}</span>
          <strong>{node}</strong>
          <span>
            {shown(before)} → {shown(after)}
          </span>
        </>
      )}
    />
  );
}
