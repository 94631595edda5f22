import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { dateTime, words } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { ActionButton, Badge, EmptyState, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';

/** A run of an agent, or a turn of a chat with it. */
export interface AgentRun {
  readonly id: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly startedBy: { readonly type: string; readonly name: string };
  readonly status: string;
  readonly question: string;
  readonly report: string | null;
  readonly fields: Readonly<Record<string, unknown>> | null;
  readonly problem: string | null;
  readonly plan: {
    readonly status: string;
    readonly calls: readonly {
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly outcome: string | null;
      readonly problem: string | null;
    }[];
    readonly confirmedBy: string | null;
    readonly confirmedAt: string | null;
  } | null;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costMicros: number | null;
    readonly toolCalls: number;
  };
  readonly createdAt: string;
  readonly completedAt: string | null;
}

interface RunWithSteps extends AgentRun {
  readonly steps: readonly {
    readonly index: number;
    readonly at: string;
    readonly text: string;
    readonly calls: readonly {
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly output: string;
      readonly outcome: string;
    }[];
  }[];
}

/** How far a run is; a plan that waits for somebody comes first. */
export function RunBadge({ run: { status, plan } }: { run: AgentRun }) {
  return plan?.status === 'proposed' ? (
    <Badge value="review" text={automationTexts.agents.toConfirm} />
  ) : (
    <Badge value={status} />
  );
}

/** The changes that a run proposes, and the button that carries them out. */
export function Plan({ run: { id, plan } }: { run: AgentRun }) {
  if (!plan) return null;
  return (
    <div class="sub">
      <h3>
        {automationTexts.agents.plan}{' '}
        <Badge
          value={plan.status}
          text={automationTexts.agents.planStatuses[plan.status] ?? words(plan.status)}
        />
      </h3>
      <ol class="rows">
        {plan.calls.map((call, index) => (
          <li key={index}>
            <strong>{words(call.tool)}</strong>
            <span>
              <Arguments of={call.arguments} />
              {call.problem && <span class="problem block">{call.problem}</span>}
            </span>
            {call.outcome && (
              <Badge value={call.outcome === 'refused' ? 'failed' : 'success'} text={words(call.outcome)} />
            )}
          </li>
        ))}
      </ol>
      {plan.confirmedBy && (
        <p class="quiet">
          {plan.confirmedBy} · {dateTime(plan.confirmedAt)}
        </p>
      )}
      {(plan.status === 'proposed' || plan.status === 'confirming') && can('READ_AGENT') && (
        <div class="actions">
          <ActionButton
            kind="primary"
            icon="check"
            confirm={automationTexts.agents.confirmQuestion(plan.calls.length)}
            run={() => change('POST', `/v1/agent-runs/${id}/confirm`)}
            done={automationTexts.agents.confirmed}
          >
            {automationTexts.agents.confirm}
          </ActionButton>
        </div>
      )}
    </div>
  );
}

function Arguments({ of }: { of: Readonly<Record<string, unknown>> }) {
  return (
    <>
      {Object.entries(of).map(([name, value]) => (
        <span class="block" key={name}>
          <span class="quiet">{words(name)}:</span>{' '}
          {typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>}
        </span>
      ))}
    </>
  );
}

/** One run: what was asked, found and proposed, step by step. */
export function AgentRunPage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/agent-runs/${encodeURIComponent(params.id ?? '')}`;
  const run = useLive<RunWithSteps>(path);
  return (
    <DetailPage
      live={run}
      back={
        run.data ? [`/agents/${run.data.agentId}?tab=runs`, run.data.agentName] : ['/agents', m.titles.agents]
      }
      title={({ question }) => question}
      badges={(data) => <RunBadge run={data} />}
      facts={(data) => [
        [m.shared.startedBy, `${data.startedBy.name} (${words(data.startedBy.type)})`],
        [m.fields.created, dateTime(data.createdAt)],
        [m.shared.ended, data.completedAt && dateTime(data.completedAt)],
        [
          automationTexts.agents.tokens,
          automationTexts.agents.tokenCount(data.usage.inputTokens, data.usage.outputTokens),
        ],
        [
          automationTexts.agents.cost,
          data.usage.costMicros === null ? undefined : automationTexts.agents.micros(data.usage.costMicros),
        ],
      ]}
      actions={(data) =>
        ['queued', 'running'].includes(data.status) && (
          <ActionButton run={() => change('POST', `${path}/cancel`)} done={automationTexts.agents.cancelled}>
            {m.actions.cancel}
          </ActionButton>
        )
      }
    >
      {(data) => (
        <div class="columns">
          <Section title={automationTexts.agents.report}>
            {data.report ? (
              <p class="report">{data.report}</p>
            ) : (
              !data.problem && <p class="quiet">{automationTexts.agents.noReport}</p>
            )}
            {data.problem && <p class="problem">{data.problem}</p>}
            {data.fields && Object.keys(data.fields).length > 0 && <Arguments of={data.fields} />}
            <Plan run={data} />
          </Section>
          <Section title={automationTexts.agents.steps}>
            {data.steps.length === 0 ? (
              <EmptyState icon="agents" title={m.shared.noSteps} />
            ) : (
              <ol class="rows">
                {data.steps.map(({ index, at, text, calls }) => (
                  <li key={index}>
                    <span class="quiet">{dateTime(at)}</span>
                    <span>
                      {text}
                      {calls.map((call, position) => (
                        <details key={position}>
                          <summary>
                            {words(call.tool)}{' '}
                            <Badge
                              value={call.outcome === 'refused' ? 'failed' : 'success'}
                              text={words(call.outcome)}
                            />
                          </summary>
                          <Arguments of={call.input} />
                          <pre>{call.output}</pre>
                        </details>
                      ))}
                    </span>
                  </li>
                ))}
              </ol>
            )}
          </Section>
        </div>
      )}
    </DetailPage>
  );
}
