import { useState } from 'preact/hooks';
import { change, get } from '../kit/api.ts';
import { useApiNames } from '../kit/api-names.ts';
import { DetailPage } from '../kit/detail.tsx';
import { dateTime } from '../kit/format.ts';
import { latePart } from '../kit/late.tsx';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import { ActionButton, Badge, Button, Dialog, Section, Skeleton, Tabs } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import { useDraft } from './workflow-draft.ts';
import { Editor } from './workflow-editor.tsx';
import { useSample } from './workflow-sample.ts';
import type { Workflow } from './workflows.tsx';

const Runs = latePart(() => import('./workflow-runs.tsx').then((part) => part.Runs));
const Try = latePart(() => import('./workflow-try.tsx').then((part) => part.Try));

/** One workflow: its graph, its runs, and a place to try it. */
export function WorkflowPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = encodeURIComponent(params.id ?? '');
  const path = `/v1/workflows/${id}`;
  const { query } = usePlace();
  const tab =
    (['graph', 'test', 'runs', 'versions'] as const).find((name) => name === query.get('tab')) ?? 'graph';
  return (
    <DetailPage
      live={useLive<Workflow>(path, {}, 3_000)}
      back={['/workflows', m.titles.workflows]}
      title={({ name }) => name}
      badges={({ status, version }) => (
        <>
          <Badge value={status} /> <span class="quiet">{m.shared.version(version)}</span>
        </>
      )}
      actions={({ status }) =>
        can('WRITE_WORKFLOW') && (
          <>
            {status !== 'active' && (
              <ActionButton
                kind="primary"
                icon="play"
                run={() => change('POST', `${path}/status`, { status: 'active' })}
                done={automationTexts.workflows.activated}
              >
                {automationTexts.workflows.activate}
              </ActionButton>
            )}
            {status === 'active' && (
              <ActionButton
                run={() => change('POST', `${path}/status`, { status: 'inactive' })}
                done={automationTexts.workflows.deactivated}
              >
                {automationTexts.workflows.deactivate}
              </ActionButton>
            )}
          </>
        )
      }
      editing={({ name, description, version }) => ({
        permission: 'WRITE_WORKFLOW',
        fields: [
          { name: 'name', label: m.fields.name, required: true },
          { name: 'description', label: m.fields.description, wide: true },
        ],
        initial: { name, description },
        save: (changed) => change('PATCH', path, changed, version),
      })}
    >
      {(data) => (
        <>
          {data.description && <p class="quiet">{data.description}</p>}
          <Tabs
            label={data.name}
            value={tab}
            onChange={(name) => setQuery({ tab: name })}
            tabs={[
              ['graph', automationTexts.workflows.graph],
              ['test', automationTexts.workflows.testReplay],
              ['runs', automationTexts.workflows.runs],
              ['versions', m.shared.versions],
            ]}
          />
          {(tab === 'graph' || tab === 'test') && <Work key={data.id} workflow={data} tab={tab} />}
          {tab === 'runs' && <Runs id={id} />}
          {tab === 'versions' && <Versions id={id} />}
        </>
      )}
    </DetailPage>
  );
}

/** The graph, and a place to try it with what was not saved yet. */
function Work({ workflow, tab }: { workflow: Workflow; tab: 'graph' | 'test' }) {
  const editing = useDraft(workflow);
  const sample = useSample(workflow.id);
  if (!useApiNames()) return <Skeleton lines={8} />;
  return tab === 'graph' ? (
    <Editor {...{ workflow, editing, sample }} />
  ) : (
    <Try {...{ editing, sample }} workflowId={workflow.id} />
  );
}

function Versions({ id }: { id: string }) {
  const versions = useLive<{
    readonly versions: readonly { version: number; nodeCount: number; createdAt: string }[];
  }>(`/v1/workflows/${id}/versions`, {}, 10_000);
  const [shown, setShown] = useState<unknown>();
  if (!versions.data) return <Skeleton lines={4} />;
  return (
    <Section title={m.shared.versions}>
      <ul class="rows">
        {versions.data.versions.map(({ version, nodeCount, createdAt }) => (
          <li key={version}>
            <strong>{m.shared.version(version)}</strong>
            <span class="quiet">
              {dateTime(createdAt)} · {automationTexts.workflows.nodeCount(nodeCount)}
            </span>
            <Button onClick={() => void get(`/v1/workflows/${id}/versions/${version}/diff`).then(setShown)}>
              {automationTexts.workflows.diff}
            </Button>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Dialog wide title={automationTexts.workflows.diff} onClose={() => setShown(undefined)}>
          <pre>{JSON.stringify(shown, null, 2)}</pre>
        </Dialog>
      )}
    </Section>
  );
}
