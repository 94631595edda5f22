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
import { more } from '../more-messages.ts';

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
    { name: 'search', label: more.flags.search, kind: 'search', isMain: true },
    { name: 'status', label: m.fields.status, kind: 'choice', options: more.flags.statuses, isMain: true },
    { name: 'target', label: more.flags.target, kind: 'choice', options: more.flags.targets },
  ],
  columns: [
    {
      id: 'message',
      label: more.flags.message,
      share: 1.7,
      show: ({ message }) => message ?? more.flags.noMessage,
    },
    { id: 'status', label: m.fields.status, share: 1.4, show: ({ status }) => <Badge value={status} /> },
    { id: 'target', label: more.flags.target, minor: true, show: ({ target }) => words(target) },
    {
      id: 'by',
      label: more.flags.by,
      share: 1.2,
      minor: true,
      show: ({ raisedBy }) => <Origin of={raisedBy} />,
    },
    { id: 'at', label: m.fields.created, minor: true, show: ({ createdAt }) => dateTime(createdAt) },
  ],
  empty: { icon: 'flags', title: more.flags.empty, text: more.flags.emptyText },
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
      title={({ message }) => message ?? more.flags.noMessage}
      badges={({ status }) => <Badge value={status} />}
      facts={(flag) => [
        [more.flags.target, words(flag.target)],
        [m.orders.one, flag.orderId && <OrderLink id={flag.orderId} />],
        [m.deliveries.one, flag.jobId && <JobLink id={flag.jobId} />],
        [more.flags.by, <Origin key="by" of={flag.raisedBy} />],
        [m.fields.created, dateTime(flag.createdAt)],
        [more.flags.acknowledged, at(flag.acknowledgedAt, flag.acknowledgedBy)],
        [more.flags.resolved, at(flag.resolvedAt, flag.resolvedBy)],
        [more.flags.auto, flag.isAutoResolved ? m.yes : m.no],
      ]}
      actions={({ status }) =>
        can('WRITE_JOB') && (
          <>
            {status === 'NEEDS_ATTENTION' && (
              <ActionButton run={() => change('POST', `${own}/acknowledge`)} done={more.flags.isAcknowledged}>
                {m.execute.acknowledge}
              </ActionButton>
            )}
            {status !== 'RESOLVED' && (
              <ActionButton
                kind="primary"
                icon="check"
                run={() => change('POST', `${own}/resolve`)}
                done={more.flags.isResolved}
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
  const kind = more.flags.origins.find(([prefix]) => of.startsWith(prefix))?.[1];
  return <span title={of}>{kind ?? of}</span>;
}

function at(instant: string | null, by: string | null): string {
  return [instant && dateTime(instant), by].filter(Boolean).join(' · ');
}
