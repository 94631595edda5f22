import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { CreateButton, type Creation } from '../kit/detail.tsx';
import { dateTime, words } from '../kit/format.ts';
import { given } from '../kit/given.ts';
import { OrderLink } from '../kit/links.tsx';
import { useLive } from '../kit/live.ts';
import { Badge, Button, Dialog, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { insightsTexts } from '../texts/texts.ts';

const t = insightsTexts.whatIf;

/** Replays that are compared side by side: the latest. */
const BESIDE = 4;

/** Differences that are shown. */
const MOST_SHOWN = 100;

/** How often a replay is read while it is under way. Milliseconds. */
const EVERY_MS = 3_000;

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

interface Replay {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly progress: { readonly evaluated?: number } | null;
  readonly result: Result | null;
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
  const { data, error, refresh } = useLive<{ readonly results: readonly { readonly id: string }[] }>(
    '/v1/activities',
    { action: 'act_replay_workflow', limit: BESIDE },
    EVERY_MS,
  );
  const ids = data?.results.map(({ id }) => id) ?? [];
  const read = Array.from({ length: BESIDE }, (_, index) =>
    useLive<Replay>(ids[index] === undefined ? null : `/v1/activities/${ids[index]}`, {}, EVERY_MS),
  );
  const all = read.flatMap((live) => live.data ?? []);
  return (
    <Section title={t.ofWorkflows} actions={<CreateButton creation={creation} />}>
      <p class="quiet">{t.ofWorkflowsText}</p>
      {!data ? (
        <Loading error={error} retry={refresh} lines={3} />
      ) : (
        ids.length > 0 && <Comparison all={all} />
      )}
    </Section>
  );
}

function Comparison({ all }: { all: readonly Replay[] }) {
  const lines = [
    [
      insightsTexts.workflow,
      ({ workflow }: Result) => (workflow ? t.versionOf(workflow.name, workflow.version) : m.none),
    ],
    [t.events, ({ evaluated }: Result) => evaluated],
    [t.acts, (result: Result) => <Differences result={result} />],
  ] as const;
  return (
    <div class="numbers wide">
      <table class="plain">
        <thead>
          <tr>
            <td />
            {all.map(({ id, status, createdAt, result, progress }) => (
              <th scope="col" key={id}>
                {result?.name ?? dateTime(createdAt)}{' '}
                {status !== 'SUCCESS' && <Badge value={status} text={t.under(progress?.evaluated ?? 0)} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, show]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {all.map(({ id, result }) => (
                <td key={id}>{result ? show(result) : '…'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many nodes would have acted differently; on request which, and for which orders. */
function Differences({ result }: { result: Result }) {
  const [isOpen, setOpen] = useState(false);
  const { differing, differingCount, name } = result;
  if (differingCount === 0) return <>0</>;
  const shown = (act: Act | null) => (act ? words(act.status) : t.doesNotRun);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.show(differingCount)}</Button>
      {isOpen && (
        <Dialog title={name ?? t.ofWorkflows} wide onClose={() => setOpen(false)}>
          <ul class="rows">
            {differing.slice(0, MOST_SHOWN).map(({ orderId, node, before, after, at }) => (
              <li key={`${orderId} ${node} ${at}`}>
                <span>{orderId === null ? m.none : <OrderLink id={orderId} />}</span>
                <strong>{node}</strong>
                <span>
                  {shown(before)} → {shown(after)}
                </span>
              </li>
            ))}
          </ul>
          {differingCount > MOST_SHOWN && <p class="quiet">{t.further(differingCount - MOST_SHOWN)}</p>}
        </Dialog>
      )}
    </>
  );
}
