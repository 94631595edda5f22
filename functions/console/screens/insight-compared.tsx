import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { dateTime } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { Badge, Button, Dialog } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { insightsTexts } from '../texts/texts.ts';

const t = insightsTexts.whatIf;

/** Runs that are compared side by side: the latest. */
const BESIDE = 4;

/** Differences that are shown. */
const MOST_SHOWN = 100;

/** Statuses of runs that go on. */
const UNDER_WAY: readonly string[] = ['QUEUED', 'IN_PROGRESS'];

/** How often a run is read while it is under way. Milliseconds. */
const EVERY_MS = 3_000;

/** An activity that asks "what if", as it is shown beside others. */
export interface Compared<Result> {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly progress: Readonly<Record<string, number | undefined>> | null;
  readonly result: Result | null;
}

/** A figure of every run. */
export interface Line<Result> {
  readonly label: string;
  readonly show: (result: Result) => ComponentChildren;
}

/** The latest runs of an action, read again while they are under way. `action` of null reads none. */
export function useCompared<Result>(action: string | null) {
  const { data, error, refresh } = useLive<{ readonly results: readonly { readonly id: string }[] }>(
    action === null ? null : '/v1/activities',
    { action: action ?? '', limit: BESIDE },
    EVERY_MS,
  );
  const ids = data?.results.map(({ id }) => id) ?? [];
  const read = Array.from({ length: BESIDE }, (_, index) =>
    useLive<Compared<Result>>(ids[index] === undefined ? null : `/v1/activities/${ids[index]}`, {}, EVERY_MS),
  );
  return { ids: data ? ids : undefined, all: read.flatMap((live) => live.data ?? []), error, refresh };
}

/** Runs side by side; `counted` names what their progress counts. */
export function ComparedTable<Result extends { readonly name: string | null }>({
  all,
  lines,
  counted,
}: {
  all: readonly Compared<Result>[];
  lines: readonly Line<Result>[];
  counted: string;
}) {
  return (
    <div class="numbers wide">
      <table class="plain">
        <thead>
          <tr>
            <td />
            {all.map(({ id, status, createdAt, result, progress }) => (
              <th scope="col" key={id}>
                {result?.name ?? dateTime(createdAt)}{' '}
                {UNDER_WAY.includes(status) ? (
                  <Badge value={status} text={t.under(progress?.[counted] ?? 0)} />
                ) : (
                  status !== 'SUCCESS' && <Badge value={status} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, show }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {all.map(({ id, status, result }) => (
                <td key={id}>{result ? show(result) : UNDER_WAY.includes(status) ? '…' : m.none}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How much would have been different; on request what. */
export function Differences<Difference>({
  title,
  differing,
  count,
  keyOf,
  show,
}: {
  title: string;
  differing: readonly Difference[];
  count: number;
  keyOf: (difference: Difference) => string;
  show: (difference: Difference) => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  if (count === 0) return <>0</>;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.show(count)}</Button>
      {isOpen && (
        <Dialog title={title} wide onClose={() => setOpen(false)}>
          <ul class="rows">
            {differing.slice(0, MOST_SHOWN).map((difference) => (
              <li key={keyOf(difference)}>{show(difference)}</li>
            ))}
          </ul>
          {count > MOST_SHOWN && <p class="quiet">{t.further(count - MOST_SHOWN)}</p>}
        </Dialog>
      )}
    </>
  );
}
