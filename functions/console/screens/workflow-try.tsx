import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { dateTime, words } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { OrderPicker } from '../kit/order-picker.tsx';
import { attempt, Badge, Button, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import type { Editing } from './workflow-draft.ts';
import type { SampleOrder } from './workflow-sample.ts';
import { nodeName, type Step, Steps } from './workflow-steps.tsx';

/** Events of a replay unless another number is typed. */
const EVENTS = 100;

interface TryProps {
  readonly workflowId: string;
  readonly editing: Editing;
}

/**
 * A test on one order and a replay of past events, side by side, with what was not saved yet. Neither sends or changes
 * anything.
 */
export function Try({ workflowId, editing, sample }: TryProps & { sample: SampleOrder }) {
  return (
    <div class="columns even">
      <Test {...{ workflowId, editing, sample }} />
      <Replay {...{ workflowId, editing }} />
    </div>
  );
}

/** The definition to try, when it is not the saved one. */
function unsaved({ isDirty, draft: { nodes, edges, trigger } }: Editing): object {
  return isDirty ? { definition: { nodes, edges, trigger } } : {};
}

function Test({ workflowId, editing, sample: { order, pick } }: TryProps & { sample: SampleOrder }) {
  const [steps, setSteps] = useState<readonly Step[]>();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const reply = await attempt(() =>
      change<{ nodes: readonly Step[] }>('POST', `/v1/workflows/${workflowId}/test`, {
        orderId: order?.id,
        ...unsaved(editing),
      }),
    );
    setSteps(reply?.nodes);
    setBusy(false);
  };
  return (
    <Section title={automationTexts.workflows.test}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <OrderPicker
          label={m.orders.one}
          picked={order}
          onPick={(picked) => {
            pick(picked);
            setSteps(undefined);
          }}
        />
        <p class="quiet">
          {automationTexts.workflows.testText} {editing.isDirty && automationTexts.workflows.draftText}
        </p>
        <div class="actions end">
          <Button type="submit" kind="primary" icon="play" busy={busy} disabled={!order}>
            {automationTexts.workflows.run}
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {steps ? (
          <Steps steps={steps} nodes={editing.draft.nodes} />
        ) : (
          <p class="quiet">{automationTexts.workflows.noTest}</p>
        )}
      </div>
    </Section>
  );
}

/** What a node does; nothing when it does not run. */
interface Act {
  readonly status: string;
}

interface ReplayActivity {
  readonly status: string;
  readonly progress: { readonly evaluated?: number } | null;
  readonly result: {
    readonly evaluated: number;
    readonly differingCount: number;
    readonly differing: readonly {
      readonly orderId: string;
      readonly node: string;
      readonly before: Act | null;
      readonly after: Act | null;
      readonly at: string;
    }[];
  } | null;
  readonly error: { readonly message: string } | null;
}

function Replay({ workflowId, editing }: TryProps) {
  const [events, setEvents] = useState(String(EVENTS));
  const [activityId, setActivityId] = useState<string>();
  const activity = useLive<ReplayActivity>(activityId ? `/v1/activities/${activityId}` : null, {}, 1_000);
  const { data } = activity;
  const isOpen = activityId !== undefined && !data?.result && !data?.error && data?.status !== 'CANCELLED';
  return (
    <Section title={automationTexts.workflows.replay}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(() =>
            change<{ id: string }>('POST', `/v1/workflows/${workflowId}/replay`, {
              events: Number(events),
              ...unsaved(editing),
            }),
          ).then((reply) => setActivityId(reply?.id));
        }}
      >
        <label class="field">
          {automationTexts.workflows.events}
          <input
            type="number"
            min="1"
            value={events}
            onInput={(event) => setEvents(event.currentTarget.value)}
          />
        </label>
        <p class="quiet">{automationTexts.workflows.replayText}</p>
        <div class="actions end">
          <Button type="submit" kind="primary" icon="play" busy={isOpen} disabled={!(Number(events) >= 1)}>
            {automationTexts.workflows.replayRun}
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {data?.error && <p class="problem">{data.error.message}</p>}
        {data?.result ? (
          <>
            <p>
              <strong>
                {automationTexts.workflows.evaluated(data.result.evaluated, data.result.differingCount)}
              </strong>
            </p>
            <ol class="rows">
              {data.result.differing.map(({ orderId, node, before, after, at }) => (
                <li key={`${orderId} ${node} ${at}`}>
                  <span class="quiet">{dateTime(at)}</span>
                  <span>
                    <strong>{nodeName(editing.draft.nodes, node)}</strong>{' '}
                    <a class="block" href={`#/orders/${orderId}`}>
                      {orderId}
                    </a>
                    <span class="block">
                      {automationTexts.workflows.happened}: <Deed act={before} />{' '}
                      {automationTexts.workflows.would}: <Deed act={after} />
                    </span>
                  </span>
                </li>
              ))}
            </ol>
          </>
        ) : activityId === undefined ? (
          <p class="quiet">{automationTexts.workflows.noReplay}</p>
        ) : (
          !data?.error && <Badge value={data?.status ?? 'QUEUED'} />
        )}
      </div>
    </Section>
  );
}

function Deed({ act }: { act: Act | null }) {
  return act ? (
    <Badge value={act.status} text={words(act.status)} />
  ) : (
    <Badge value="neutral" text={automationTexts.workflows.noRun} />
  );
}
