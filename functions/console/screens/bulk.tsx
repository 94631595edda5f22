import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { FieldInput } from '../kit/form.tsx';
import { useLive } from '../kit/live.ts';
import { can, organizationOf } from '../kit/me.ts';
import { attempt, Badge, Button, Dialog, Skeleton } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { intakeTexts } from '../texts/texts.ts';
import { PriceSummary } from './price-summary.tsx';

/** Actions on many orders (specification 4.8.1), and the right that each requires. */
const ACTIONS = [
  ['dispatch', m.orders.dispatch, 'WRITE_JOB'],
  ['mark_picked_up', intakeTexts.bulk.pickedUp, 'WRITE_ORDER'],
  ['archive', m.orders.archive, 'WRITE_ORDER'],
  ['unarchive', m.orders.unarchive, 'WRITE_ORDER'],
] as const;

type Action = (typeof ACTIONS)[number][0];

/** Maximum number of orders that one run changes (specification 4.8.1). */
const MOST = 1_000;

/**
 * Buttons for many orders. Archiving asks for a reason; each run shows what was done, what was skipped and what failed.
 */
export function BulkActions({ orderIds, onDone }: { orderIds: readonly string[]; onDone: () => void }) {
  const [asking, setAsking] = useState<Action>();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [run, setRun] = useState<string>();
  const start = async (action: Action) => {
    if (
      action === 'archive' &&
      reason.trim() === '' &&
      organizationOf()?.preferences.archiveReasonRequired !== false
    ) {
      setError(m.form.required);
      return;
    }
    const activity = await attempt(() =>
      change<{ id: string }>('POST', '/v1/orders/actions', {
        action,
        orderIds: orderIds.slice(0, MOST),
        ...(action === 'archive' ? { reason } : {}),
      }),
    );
    setAsking(undefined);
    if (activity) setRun(activity.id);
  };
  return (
    <>
      {ACTIONS.filter(([, , permission]) => can(permission)).map(([action, label]) => (
        <Button key={action} disabled={orderIds.length > MOST} onClick={() => setAsking(action)}>
          {label}
        </Button>
      ))}
      {orderIds.length > MOST && <span class="problem">{intakeTexts.bulk.tooMany}</span>}
      {asking && (
        <Dialog title={m.actions.confirm} onClose={() => setAsking(undefined)}>
          <p>
            {intakeTexts.bulk.question(
              ACTIONS.find(([action]) => action === asking)?.[1] ?? '',
              orderIds.length,
            )}
          </p>
          {asking === 'dispatch' && can('WRITE_ORDER') && <PriceSummary orderIds={orderIds} />}
          {asking === 'archive' && (
            <FieldInput
              id="bulk-reason"
              field={{
                name: 'reason',
                label: m.orders.archiveReason,
                help: intakeTexts.order.archiveHelp,
                required: true,
              }}
              value={reason}
              error={error}
              onChange={(value) => setReason(String(value ?? ''))}
            />
          )}
          <div class="actions end">
            <Button onClick={() => setAsking(undefined)}>{m.actions.cancel}</Button>
            <Button kind="primary" onClick={() => void start(asking)}>
              {ACTIONS.find(([action]) => action === asking)?.[1]}
            </Button>
          </div>
        </Dialog>
      )}
      {run && (
        <Dialog
          title={intakeTexts.bulk.run}
          onClose={() => {
            setRun(undefined);
            onDone();
          }}
        >
          <BulkRun id={run} />
        </Dialog>
      )}
    </>
  );
}

interface Activity {
  readonly status: string;
  readonly progress: Readonly<Record<string, unknown>> | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly message: string } | null;
}

/** How a run goes; `after` is shown when it has ended. */
export function BulkRun({ id, after }: { id: string; after?: ComponentChildren }) {
  const { data } = useLive<Activity>(`/v1/activities/${id}`, {}, 1_000);
  if (!data) return <Skeleton lines={2} />;
  const told: Readonly<Record<string, unknown>> = { ...data.progress, ...data.result };
  // The API calls a run failed when a single row needs a person; what was done is done all the same.
  const isPartial = data.status === 'FAILED' && Number(told.done) > 0;
  const figures = Object.entries(told).filter(
    ([, value]) => typeof value === 'number' || typeof value === 'string',
  );
  const lists = Object.entries(told).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0,
  );
  return (
    <div aria-live="polite">
      <p>
        {isPartial ? (
          <Badge value="warn" tone="warn" text={intakeTexts.bulk.partial} />
        ) : (
          <Badge value={data.status} />
        )}
      </p>
      {data.result === null && <RunProgress progress={data.progress} />}
      {data.error && <p class="problem">{data.error.message}</p>}
      <dl class="kpi small">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{intakeTexts.bulk.figures[name as keyof typeof intakeTexts.bulk.figures] ?? name}</dt>
            <dd>
              <strong>{String(value)}</strong>
            </dd>
          </div>
        ))}
      </dl>
      {lists.map(([name, rows]) => (
        <details key={name}>
          <summary>
            {intakeTexts.bulk.figures[name as keyof typeof intakeTexts.bulk.figures] ?? name} ({rows.length})
          </summary>
          <ul class="bullets">
            {rows.slice(0, 100).map((row, index) => (
              <li key={index}>{describe(row)}</li>
            ))}
          </ul>
        </details>
      ))}
      {data.result !== null && after}
    </div>
  );
}

/** How many of the rows of a run are finished. Nothing is shown before their number is known. */
function RunProgress({ progress }: Pick<Activity, 'progress'>) {
  const [total, handled] = [Number(progress?.total), Number(progress?.handled)];
  if (!(total > 0 && handled >= 0)) return null;
  return (
    <p>
      <progress max={total} value={handled} aria-label={intakeTexts.bulk.run} />
      <span class="quiet">{intakeTexts.bulk.progress(handled, total)}</span>
    </p>
  );
}

function describe(row: unknown): string {
  if (typeof row !== 'object' || row === null) return String(row);
  return Object.values(row)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(': ');
}

interface Resolved {
  readonly results: readonly { readonly input: string; readonly orderIds: readonly string[] }[];
  readonly unmatched: readonly string[];
}

/** Paste IDs: up to 1,000 of any kind, exactly as they are; dates and filters are ignored. */
export function PasteIds({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Resolved>();
  const [busy, setBusy] = useState(false);
  const orderIds = [...new Set(found?.results.flatMap((result) => result.orderIds) ?? [])];
  return (
    <Dialog title={intakeTexts.bulk.paste} wide onClose={onClose}>
      <FieldInput
        id="paste-ids"
        field={{
          name: 'ids',
          label: intakeTexts.bulk.ids,
          kind: 'lines',
          help: intakeTexts.bulk.idsHelp,
          rows: 7,
        }}
        value={text}
        error={undefined}
        onChange={(value) => {
          setText(String(value ?? ''));
          setFound(undefined);
        }}
      />
      {found ? (
        <>
          <p role="status">{intakeTexts.bulk.found(orderIds.length, found.unmatched.length)}</p>
          {found.unmatched.length > 0 && (
            <details open>
              <summary>{intakeTexts.bulk.unmatched}</summary>
              <pre>{found.unmatched.join('\n')}</pre>
            </details>
          )}
          {orderIds.length > 0 && (
            <div class="actions">
              <BulkActions orderIds={orderIds} onDone={onClose} />
              {orderIds.length <= 100 && (
                <a class="button" href={`#/orders?ids=${orderIds.join(',')}`} onClick={onClose}>
                  {intakeTexts.bulk.show}
                </a>
              )}
            </div>
          )}
        </>
      ) : (
        <div class="actions end">
          <Button onClick={onClose}>{m.actions.cancel}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={text.trim() === ''}
            onClick={() => {
              setBusy(true);
              void attempt(() => change<Resolved>('POST', '/v1/orders/resolve', { ids: text }))
                .then(setFound)
                .finally(() => setBusy(false));
            }}
          >
            {intakeTexts.bulk.find}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
