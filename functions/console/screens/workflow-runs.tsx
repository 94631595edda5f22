import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { dateTime } from '../kit/format.ts';
import { OrderLink } from '../kit/links.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import type { Page } from '../kit/types.ts';
import { ActionButton, Badge, EmptyState, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import { type Step, Steps } from './workflow-steps.tsx';

interface Execution {
  readonly id: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly version: number;
  readonly status: string;
  readonly startedBy: { readonly type: string; readonly name: string };
  readonly orderIds: readonly string[];
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly runtimeSeconds: number | null;
  readonly problem: string | null;
  readonly steps?: readonly Step[];
}

/** The runs of a workflow, newest first. */
export function Runs({ id }: { id: string }) {
  const [list] = useState<ListDefinition<Execution>>(() => ({
    id: 'runs',
    title: automationTexts.workflows.runs,
    source: {
      kind: 'offset',
      path: `/v1/workflows/${id}/executions`,
      rows: (reply: Page<Execution>) => reply.results,
      total: (reply: Page<Execution>) => reply.totalCount,
      limit: 100,
      created: ({ id: run, createdAt }) => ({ id: run, at: createdAt }),
      createdName: 'startDate',
    },
    keyOf: (run) => run.id,
    href: (run) => `/workflow-runs/${run.id}`,
    columns: [
      { id: 'at', label: m.fields.created, show: ({ createdAt }) => dateTime(createdAt) },
      { id: 'status', label: m.fields.status, show: ({ status }) => <Badge value={status} /> },
      { id: 'by', label: m.shared.startedBy, minor: true, show: ({ startedBy }) => startedBy.name },
      { id: 'problem', label: m.shared.problem, share: 1.6, show: ({ problem }) => problem ?? m.none },
    ],
    empty: {
      icon: 'workflows',
      title: automationTexts.workflows.noRuns,
      text: automationTexts.workflows.noRunsText,
    },
  }));
  return (
    <div class="nested">
      <ListPage nested definition={list} />
    </div>
  );
}

/** One run with its steps. */
export function WorkflowRunPage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/workflow-executions/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<Execution>(path)}
      back={['/workflows', m.titles.workflows]}
      title={({ workflowName }) => workflowName}
      badges={({ status, version }) => (
        <>
          <Badge value={status} /> <span class="quiet">{m.shared.version(version)}</span>
        </>
      )}
      facts={(run) => [
        [m.shared.startedBy, run.startedBy.name],
        [m.fields.created, dateTime(run.createdAt)],
        [m.shared.ended, dateTime(run.completedAt)],
        [m.shared.problem, run.problem],
        [
          m.orders.title,
          run.orderIds.map((id) => (
            <div key={id}>
              <OrderLink id={id} />
            </div>
          )),
        ],
        [
          automationTexts.workflows.one,
          <a key="workflow" href={`#/workflows/${run.workflowId}`}>
            {run.workflowName}
          </a>,
        ],
      ]}
      actions={({ status }) =>
        can('WRITE_WORKFLOW') && (
          <>
            {status === 'failed' && (
              <ActionButton
                icon="refresh"
                run={() => change('POST', `${path}/retry`)}
                done={automationTexts.workflows.retried}
              >
                {m.actions.retry}
              </ActionButton>
            )}
            {status === 'paused' && (
              <ActionButton run={() => change('POST', `${path}/resume`)} done={m.actions.saved}>
                {automationTexts.workflows.resume}
              </ActionButton>
            )}
            {['running', 'queued', 'pending'].includes(status) && (
              <ActionButton run={() => change('POST', `${path}/pause`)} done={m.actions.saved}>
                {automationTexts.workflows.pause}
              </ActionButton>
            )}
            {['running', 'queued', 'pending', 'paused'].includes(status) && (
              <ActionButton
                kind="danger"
                run={() => change('POST', `${path}/cancel`)}
                done={m.deliveries.canceled}
              >
                {m.actions.cancel}
              </ActionButton>
            )}
          </>
        )
      }
    >
      {(run) => (
        <Section title={automationTexts.workflows.steps}>
          {(run.steps?.length ?? 0) === 0 ? (
            <EmptyState icon="workflows" title={m.shared.noSteps} />
          ) : (
            <Steps steps={run.steps ?? []} />
          )}
        </Section>
      )}
    </DetailPage>
  );
}
