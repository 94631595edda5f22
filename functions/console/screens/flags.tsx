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
  title: m.flags.title,
  source: {
    kind: 'offset',
    path,
    rows: (reply: { results: readonly Flag[] }) => reply.results,
    total: (reply: { totalCount: number }) => reply.totalCount,
    limit: 200,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/flags/${id}`,
  filters: [
    { name: 'search', label: m.flags.search, kind: 'search', isMain: true },
    { name: 'status', label: m.fields.status, kind: 'choice', options: m.flags.statuses, isMain: true },
    { name: 'target', label: m.flags.target, kind: 'choice', options: m.flags.targets },
  ],
  columns: [
    {
      id: 'message',
      label: m.flags.message,
      share: 1.7,
      show: ({ message }) => message ?? m.flags.noMessage,
    },
    { id: 'status', label: m.fields.status, share: 1.4, show: ({ status }) => <Badge value={status} /> },
    { id: 'target', label: m.flags.target, minor: true, show: ({ target }) => words(target) },
    {
      id: 'by',
      label: m.flags.by,
      share: 1.2,
      minor: true,
      show: ({ raisedBy }) => <Origin of={raisedBy} />,
    },
    { id: 'at', label: m.fields.created, minor: true, show: ({ createdAt }) => dateTime(createdAt) },
  ],
  empty: { icon: 'flags', title: m.flags.empty, text: m.flags.emptyText },
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
      back={['/flags', m.flags.title]}
      title={({ message }) => message ?? m.flags.noMessage}
      badges={({ status }) => <Badge value={status} />}
      facts={(flag) => [
        [m.flags.target, words(flag.target)],
        [m.orders.one, flag.orderId && <OrderLink id={flag.orderId} />],
        [m.deliveries.one, flag.jobId && <JobLink id={flag.jobId} />],
        [m.flags.by, <Origin key="by" of={flag.raisedBy} />],
        [m.fields.created, dateTime(flag.createdAt)],
        [m.flags.acknowledged, at(flag.acknowledgedAt, flag.acknowledgedBy)],
        [m.flags.resolved, at(flag.resolvedAt, flag.resolvedBy)],
        [m.flags.auto, flag.isAutoResolved ? m.yes : m.no],
      ]}
      actions={({ status }) =>
        can('WRITE_JOB') && (
          <>
            {status === 'NEEDS_ATTENTION' && (
              <ActionButton run={() => change('POST', `${own}/acknowledge`)} done={m.flags.isAcknowledged}>
                {m.execute.acknowledge}
              </ActionButton>
            )}
            {status !== 'RESOLVED' && (
              <ActionButton
                kind="primary"
                icon="check"
                run={() => change('POST', `${own}/resolve`)}
                done={m.flags.isResolved}
              >
                {m.execute.resolve}
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
  const kind = m.flags.origins.find(([prefix]) => of.startsWith(prefix))?.[1];
  return <span title={of}>{kind ?? of}</span>;
}

function at(instant: string | null, by: string | null): string {
  return [instant && dateTime(instant), by].filter(Boolean).join(' · ');
}
