import { useState } from 'preact/hooks';
import { change, get } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { dateTime } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import { ActionButton, Badge, Button, Dialog, Section, Skeleton, Tabs } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { useDraft } from './workflow-draft.ts';
import { Editor } from './workflow-editor.tsx';
import { Runs } from './workflow-runs.tsx';
import { useSample } from './workflow-sample.tsx';
import { Try } from './workflow-try.tsx';
import type { Workflow } from './workflows.tsx';

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
      back={['/workflows', m.workflows.title]}
      title={({ name }) => name}
      badges={({ status, version }) => (
        <>
          <Badge value={status} /> <span class="quiet">{m.workflows.version(version)}</span>
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
                done={m.workflows.activated}
              >
                {m.workflows.activate}
              </ActionButton>
            )}
            {status === 'active' && (
              <ActionButton
                run={() => change('POST', `${path}/status`, { status: 'inactive' })}
                done={m.workflows.deactivated}
              >
                {m.workflows.deactivate}
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
              ['graph', m.workflows.graph],
              ['test', m.workflows.testReplay],
              ['runs', m.workflows.runs],
              ['versions', m.workflows.versions],
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
    <Section title={m.workflows.versions}>
      <ul class="rows">
        {versions.data.versions.map(({ version, nodeCount, createdAt }) => (
          <li key={version}>
            <strong>{m.workflows.version(version)}</strong>
            <span class="quiet">
              {dateTime(createdAt)} · {m.workflows.nodeCount(nodeCount)}
            </span>
            <Button onClick={() => void get(`/v1/workflows/${id}/versions/${version}/diff`).then(setShown)}>
              {m.workflows.diff}
            </Button>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Dialog wide title={m.workflows.diff} onClose={() => setShown(undefined)}>
          <pre>{JSON.stringify(shown, null, 2)}</pre>
        </Dialog>
      )}
    </Section>
  );
}
