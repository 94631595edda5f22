import { useState } from 'preact/hooks';
import { change, postText } from '../kit/api.ts';
import { CreateButton, DetailPage } from '../kit/detail.tsx';
import { type Field, Form, given, type Values } from '../kit/form.tsx';
import { dateTime } from '../kit/format.ts';
import type { ListDefinition } from '../kit/list.tsx';
import { ListScreen } from '../kit/list-screen.tsx';
import { refreshAll, useLive } from '../kit/live.ts';
import { Author } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import { ActionButton, Badge, EmptyState, Facts, Loading, Section, Tabs, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import { type AgentRun, Plan, RunBadge } from './agent-run.tsx';
import './agent-chat.css';

interface Agent extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly model: string | null;
  readonly instructions: string;
  readonly tools: readonly string[] | null;
  readonly isReportOnly: boolean;
  readonly version: number;
  readonly updatedAt: string;
}

interface AgentFile {
  readonly name: string;
  readonly version: number;
  readonly characters: number;
  readonly isDeleted: boolean;
  readonly savedAt: string;
  readonly savedBy: string;
  readonly restoredFrom: number | null;
}

const path = '/v1/agents';

const definition: ListDefinition<Agent> = {
  id: 'agents',
  title: m.titles.agents,
  source: { kind: 'whole', path, rows: (reply: { agents: readonly Agent[] }) => reply.agents },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/agents/${id}`,
  searchIn: ({ name, description }) => `${name} ${description ?? ''}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.3, show: ({ name }) => name },
    { id: 'kind', label: m.shared.kind, share: 1.2, show: kindOf },
    {
      id: 'description',
      label: m.fields.description,
      share: 2,
      minor: true,
      show: ({ description }) => description ?? m.none,
    },
    { id: 'updated', label: m.fields.updated, minor: true, show: ({ updatedAt }) => dateTime(updatedAt) },
  ],
  empty: { icon: 'agents', title: automationTexts.agents.empty, text: automationTexts.agents.emptyText },
};

function kindOf({ isReportOnly }: Agent): string {
  return isReportOnly ? automationTexts.agents.reports : automationTexts.agents.proposes;
}

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'description', label: m.fields.description },
  {
    name: 'instructions',
    label: automationTexts.agents.instructions,
    kind: 'lines',
    rows: 8,
    required: true,
    help: automationTexts.agents.instructionsHelp,
  },
  {
    name: 'tools',
    label: automationTexts.agents.tools,
    kind: 'list',
    help: automationTexts.agents.toolsHelp,
    wide: true,
  },
  { name: 'model', label: automationTexts.agents.model, help: automationTexts.agents.modelHelp },
  {
    name: 'isReportOnly',
    label: automationTexts.agents.onlyReports,
    kind: 'flag',
    help: automationTexts.agents.onlyReportsHelp,
  },
];

/** Without a tool in the list, an agent has those of daily work. */
function bodyOf({ tools, ...rest }: Values): Values {
  return {
    ...rest,
    ...(tools === undefined ? {} : { tools: Array.isArray(tools) && tools.length > 0 ? tools : null }),
  };
}

/** Agents that read for people, and propose changes. */
export function AgentsScreen() {
  return (
    <ListScreen
      definition={definition}
      creation={{
        label: automationTexts.agents.create,
        permission: 'WRITE_WORKFLOW',
        fields,
        initial: { isReportOnly: true },
        create: async (values) => `/agents/${(await change<Agent>('POST', path, given(bodyOf(values)))).id}`,
      }}
    />
  );
}

type Tab = 'chat' | 'runs' | 'files' | 'settings';

/** One agent: a chat with it, its runs, its files, and how it is instructed. */
export function AgentPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const own = `${path}/${encodeURIComponent(id)}`;
  const { query } = usePlace();
  const tabs: readonly (readonly [Tab, string])[] = [
    ...(can('READ_AGENT')
      ? ([
          ['chat', automationTexts.agents.chat],
          ['runs', automationTexts.agents.runs],
        ] as const)
      : []),
    ['files', automationTexts.agents.files],
    ['settings', automationTexts.agents.settings],
  ];
  const tab = tabs.find(([name]) => name === query.get('tab'))?.[0] ?? tabs[0]?.[0] ?? 'files';
  return (
    <DetailPage
      live={useLive<Agent>(own)}
      back={['/agents', m.titles.agents]}
      title={({ name }) => name}
      editing={(data) => ({
        permission: 'WRITE_WORKFLOW',
        fields,
        initial: { ...data, tools: data.tools ?? [] },
        save: (changed) => change('PATCH', own, bodyOf(changed), data.version),
      })}
      removal={{
        permission: 'WRITE_WORKFLOW',
        question: automationTexts.agents.removeQuestion,
        run: () => change('DELETE', own),
      }}
    >
      {(data) => (
        <>
          <Tabs label={data.name} value={tab} onChange={(name) => setQuery({ tab: name })} tabs={tabs} />
          {tab === 'chat' && <Chat path={own} />}
          {tab === 'runs' && <Runs path={own} />}
          {tab === 'files' && <Files path={own} agentId={id} />}
          {tab === 'settings' && <Settings agent={data} />}
        </>
      )}
    </DetailPage>
  );
}

function Settings({ agent }: { agent: Agent }) {
  return (
    <Section title={automationTexts.agents.settings}>
      <Facts
        facts={[
          [m.shared.kind, kindOf(agent)],
          [m.fields.description, agent.description],
          [automationTexts.agents.model, agent.model ?? m.strategies.standard],
          [automationTexts.agents.tools, agent.tools ? agent.tools.join(', ') : automationTexts.agents.daily],
        ]}
      />
      <h3 class="sub">{automationTexts.agents.instructions}</h3>
      <pre class="whole">{agent.instructions}</pre>
    </Section>
  );
}

/** Turns of the conversation that are shown. */
const TURNS = 25;

/** The user's own conversation with an agent. */
function Chat({ path: own }: { path: string }) {
  const { data, error, refresh } = useLive<{ readonly results: readonly AgentRun[] }>(`${own}/messages`, {
    limit: TURNS,
  });
  const [turn, setTurn] = useState(0);
  return (
    <Section title={automationTexts.agents.chat}>
      {!data ? (
        <Loading error={error} retry={refresh} lines={4} />
      ) : (
        <ol class="chat" aria-live="polite">
          {data.results.toReversed().map((run) => (
            <li key={run.id}>
              <p class="asked">{run.question}</p>
              <div class="answered">
                {run.status !== 'completed' && <RunBadge run={run} />}
                {run.report && <p class="report">{run.report}</p>}
                {run.problem && <p class="problem">{run.problem}</p>}
                <Plan run={run} />
                <p class="quiet">
                  {dateTime(run.createdAt)}{' '}
                  <a href={`#/agent-runs/${run.id}`}>{automationTexts.agents.steps}</a>
                </p>
              </div>
            </li>
          ))}
          {data.results.length === 0 && <li class="quiet">{automationTexts.agents.chatEmpty}</li>}
        </ol>
      )}
      <Form
        key={turn}
        fields={[
          { name: 'text', label: automationTexts.agents.message, kind: 'lines', rows: 3, required: true },
        ]}
        submitLabel={automationTexts.agents.send}
        onSubmit={async ({ text }) => {
          // The reply is read with the conversation, which is refreshed all the time.
          await postText(`${own}/messages`, { text });
          setTurn((before) => before + 1);
          refreshAll();
        }}
      />
    </Section>
  );
}

/** The runs of an agent, and a question to start another. */
function Runs({ path: own }: { path: string }) {
  const { data, error, refresh } = useLive<{ readonly results: readonly AgentRun[] }>(`${own}/runs`, {
    limit: 50,
  });
  return (
    <Section
      title={automationTexts.agents.runs}
      actions={
        <CreateButton
          creation={{
            label: automationTexts.agents.ask,
            permission: 'READ_AGENT',
            fields: [
              { name: 'question', label: automationTexts.agents.question, kind: 'lines', required: true },
            ],
            create: async (values) =>
              `/agent-runs/${(await change<AgentRun>('POST', `${own}/runs`, values)).id}`,
          }}
        />
      }
    >
      {!data ? (
        <Loading error={error} retry={refresh} lines={4} />
      ) : data.results.length === 0 ? (
        <EmptyState
          icon="agents"
          title={automationTexts.agents.noRuns}
          text={automationTexts.agents.noRunsText}
        />
      ) : (
        <ul class="rows">
          {data.results.map((run) => (
            <li key={run.id}>
              <RunBadge run={run} />
              <a href={`#/agent-runs/${run.id}`}>{run.question}</a>
              <span class="quiet">
                {run.startedBy.name} · {dateTime(run.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The files that an agent knows. */
function Files({ path: own, agentId }: { path: string; agentId: string }) {
  const { data, error, refresh } = useLive<{ readonly files: readonly AgentFile[] }>(`${own}/files`);
  return (
    <Section
      title={automationTexts.agents.files}
      actions={
        <CreateButton
          creation={{
            label: automationTexts.agents.newFile,
            permission: 'WRITE_WORKFLOW',
            fields: [
              {
                name: 'name',
                label: m.fields.name,
                required: true,
                help: automationTexts.agents.fileNameHelp,
                wide: true,
              },
              {
                name: 'content',
                label: automationTexts.agents.content,
                kind: 'lines',
                rows: 10,
                required: true,
              },
            ],
            create: async ({ name, content }) => {
              await change('PUT', `${own}/files/${encodeURIComponent(String(name))}`, { content });
              return `/agents/${agentId}/files/${encodeURIComponent(String(name))}`;
            },
          }}
        />
      }
    >
      {!data ? (
        <Loading error={error} retry={refresh} lines={3} />
      ) : data.files.length === 0 ? (
        <EmptyState
          icon="agents"
          title={automationTexts.agents.noFiles}
          text={automationTexts.agents.noFilesText}
        />
      ) : (
        <ul class="rows">
          {data.files.map(({ name, version, characters, savedAt, savedBy }) => (
            <li key={name}>
              <a href={`#/agents/${agentId}/files/${encodeURIComponent(name)}`}>{name}</a>
              <span class="quiet">
                {m.shared.version(version)} · {automationTexts.agents.characters(characters)}
              </span>
              <span class="quiet">
                <Author id={savedBy} /> · {dateTime(savedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface ReadFile extends AgentFile {
  readonly content: string;
}

/** One file of an agent: its content, and its earlier versions. */
export function AgentFilePage({ params }: { params: Readonly<Record<string, string>> }) {
  const { id = '', name = '' } = params;
  const { query } = usePlace();
  const own = `${path}/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`;
  const version = query.get('version');
  const file = useLive<ReadFile>(own, { version });
  const versions = useLive<{ readonly versions: readonly AgentFile[] }>(`${own}/versions`);
  return (
    <DetailPage
      live={file}
      back={[`/agents/${id}?tab=files`, automationTexts.agents.files]}
      title={() => name}
      badges={(data) => <Badge value="version" tone="neutral" text={m.shared.version(data.version)} />}
      {...(version === null
        ? {
            editing: (data: ReadFile) => ({
              permission: 'WRITE_WORKFLOW',
              fields: [
                {
                  name: 'content',
                  label: automationTexts.agents.content,
                  kind: 'lines',
                  rows: 16,
                  required: true,
                },
              ] satisfies readonly Field[],
              initial: { content: data.content },
              save: (changed: Values) => change('PUT', own, changed),
            }),
            removal: {
              permission: 'WRITE_WORKFLOW',
              question: automationTexts.agents.removeFile,
              run: () => change('DELETE', own),
            },
          }
        : {})}
    >
      {(data) => (
        <div class="columns">
          <Section title={automationTexts.agents.content}>
            <pre class="whole">{data.content}</pre>
          </Section>
          <Section title={m.shared.versions}>
            <ul class="rows">
              {versions.data?.versions.map((one, index) => (
                <li key={one.version}>
                  <button
                    type="button"
                    class="link"
                    onClick={() => setQuery({ version: index === 0 ? null : String(one.version) })}
                  >
                    {m.shared.version(one.version)}
                  </button>
                  <span class="quiet">
                    <Author id={one.savedBy} /> · {dateTime(one.savedAt)}
                    {one.isDeleted && ` · ${automationTexts.agents.deleted}`}
                  </span>
                  {index > 0 && !one.isDeleted && can('WRITE_WORKFLOW') && (
                    <ActionButton
                      run={async () => {
                        await change('POST', `${own}/restore`, { version: one.version });
                        setQuery({ version: null });
                        toast(automationTexts.agents.restored);
                      }}
                    >
                      {automationTexts.agents.restore}
                    </ActionButton>
                  )}
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
    </DetailPage>
  );
}
