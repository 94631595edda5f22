import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { dateTime, words } from '../kit/format.ts';
import { JobLink, OrderLink } from '../kit/links.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { ActionButton, Badge } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { planTexts, reviewTexts } from '../texts/texts.ts';

interface Flag {
  readonly id: string;
  readonly jobId: string | null;
  readonly orderId: string | null;
  readonly target: string;
  readonly message: string | null;
  readonly status: 'NEEDS_ATTENTION' | 'ACKNOWLEDGED' | 'RESOLVED';
  readonly isAutoResolved: boolean;
  readonly raisedBy: string;
  readonly createdAt: string;
  readonly acknowledgedAt: string | null;
  readonly acknowledgedBy: string | null;
  readonly resolvedAt: string | null;
  readonly resolvedBy: string | null;
}

const path = '/v1/flags';

const definition: ListDefinition<Flag> = {
  id: 'flags',
  title: m.titles.flags,
  source: {
    kind: 'offset',
    path,
    rows: (reply: { results: readonly Flag[] }) => reply.results,
    total: (reply: { totalCount: number }) => reply.totalCount,
    limit: 200,
    created: ({ id, createdAt }) => ({ id, at: createdAt }),
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/flags/${id}`,
  filters: [
    { name: 'search', label: reviewTexts.flags.search, kind: 'search', isMain: true },
    {
      name: 'status',
      label: m.fields.status,
      kind: 'choice',
      options: reviewTexts.flags.statuses,
      isMain: true,
    },
    { name: 'target', label: reviewTexts.flags.target, kind: 'choice', options: reviewTexts.flags.targets },
  ],
  columns: [
    {
      id: 'message',
      label: reviewTexts.flags.message,
      share: 1.7,
      show: ({ message }) => message ?? reviewTexts.flags.noMessage,
    },
    { id: 'status', label: m.fields.status, share: 1.4, show: ({ status }) => <Badge value={status} /> },
    { id: 'target', label: reviewTexts.flags.target, minor: true, show: ({ target }) => words(target) },
    {
      id: 'by',
      label: reviewTexts.flags.by,
      share: 1.2,
      minor: true,
      show: ({ raisedBy }) => <Origin of={raisedBy} />,
    },
    { id: 'at', label: m.fields.created, minor: true, show: ({ createdAt }) => dateTime(createdAt) },
  ],
  empty: { icon: 'flags', title: reviewTexts.flags.empty, text: reviewTexts.flags.emptyText },
};

/** What waits for a person to look at it. */
export function FlagsScreen() {
  return <ListPage definition={definition} />;
}

/** One flag, and what it is about. */
export function FlagPage({ params }: { params: Readonly<Record<string, string>> }) {
  const own = `${path}/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<Flag>(own)}
      back={['/flags', m.titles.flags]}
      title={({ message }) => message ?? reviewTexts.flags.noMessage}
      badges={({ status }) => <Badge value={status} />}
      facts={(flag) => [
        [reviewTexts.flags.target, words(flag.target)],
        [m.orders.one, flag.orderId && <OrderLink id={flag.orderId} />],
        [m.deliveries.one, flag.jobId && <JobLink id={flag.jobId} />],
        [reviewTexts.flags.by, <Origin key="by" of={flag.raisedBy} />],
        [m.fields.created, dateTime(flag.createdAt)],
        [reviewTexts.flags.acknowledged, at(flag.acknowledgedAt, flag.acknowledgedBy)],
        [reviewTexts.flags.resolved, at(flag.resolvedAt, flag.resolvedBy)],
        [reviewTexts.flags.auto, flag.isAutoResolved ? m.yes : m.no],
      ]}
      actions={({ status }) =>
        can('WRITE_JOB') && (
          <>
            {status === 'NEEDS_ATTENTION' && (
              <ActionButton
                run={() => change('POST', `${own}/acknowledge`)}
                done={reviewTexts.flags.isAcknowledged}
              >
                {planTexts.execute.acknowledge}
              </ActionButton>
            )}
            {status !== 'RESOLVED' && (
              <ActionButton
                kind="primary"
                icon="check"
                run={() => change('POST', `${own}/resolve`)}
                done={reviewTexts.flags.isResolved}
              >
                {planTexts.execute.resolve}
              </ActionButton>
            )}
          </>
        )
      }
    />
  );
}

/** Who raised a flag: a person by address, anything else by its kind. */
function Origin({ of }: { of: string }) {
  if (of.startsWith('usr_')) return <Named from="users" id={of} />;
  const kind = reviewTexts.flags.origins.find(([prefix]) => of.startsWith(prefix))?.[1];
  return <span title={of}>{kind ?? of}</span>;
}

function at(instant: string | null, by: string | null): string {
  return [instant && dateTime(instant), by].filter(Boolean).join(' · ');
}
