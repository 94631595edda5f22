import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { dateTime, money, words } from '../kit/format.ts';
import { JobLink } from '../kit/links.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Badge, Facts, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { more } from '../more-messages.ts';

interface Refund extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly version: number;
  readonly jobId: string;
  readonly createdAt: string;
  readonly resolutionDate: string | null;
  readonly incidentSubtype: string;
  readonly incidentNotes: string;
  readonly incidentFileUrls: readonly string[];
  readonly status: string;
  readonly currency: string | null;
  readonly requestAmountCents: number;
  readonly requestAmountDeliveryFeeCents: number;
  readonly requestAmountOrderValueCents: number;
  readonly requestAmountTipCents: number;
  readonly refundAmountCents: number | null;
  readonly refundAmountDeliveryFeeCents: number | null;
  readonly refundAmountOrderValueCents: number;
  readonly refundAmountTipCents: number;
  readonly response: string;
  readonly proofOfRefund: string | null;
}

const OPEN = ['under_review', 'needs_attention'];

const PAGE = 100;

const definition: ListDefinition<Refund> = {
  id: 'refunds',
  title: m.refunds.title,
  source: {
    kind: 'cursor',
    path: '/v1/refund-requests',
    rows: (reply: readonly Refund[]) => reply,
    next: (reply: readonly Refund[]) => (reply.length < PAGE ? null : (reply.at(-1)?.id ?? null)),
    cursorName: 'after',
    limit: PAGE,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/refunds/${id}`,
  filters: [
    {
      name: 'status',
      label: m.fields.status,
      kind: 'choices',
      isMain: true,
      fallback: OPEN.join(','),
      options: more.refunds.statuses,
    },
  ],
  columns: [
    { id: 'notes', label: more.refunds.notes, share: 2, show: ({ incidentNotes }) => incidentNotes },
    {
      id: 'status',
      label: m.fields.status,
      share: 1.2,
      show: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'kind',
      label: more.refunds.kind,
      share: 1.4,
      minor: true,
      show: ({ incidentSubtype }) => words(incidentSubtype),
    },
    {
      id: 'requested',
      label: more.refunds.requested,
      align: 'end',
      show: ({ requestAmountCents, currency }) => money(requestAmountCents, currency),
    },
    {
      id: 'granted',
      label: more.refunds.granted,
      align: 'end',
      minor: true,
      show: ({ refundAmountCents, currency }) => money(refundAmountCents, currency),
    },
    { id: 'created', label: m.fields.created, minor: true, show: ({ createdAt }) => dateTime(createdAt) },
  ],
  empty: { icon: 'refunds', title: more.refunds.empty, text: more.refunds.emptyText },
};

function StatusBadge({ status }: { status: string }) {
  const tone = OPEN.includes(status) ? 'warn' : status === 'denied' ? 'bad' : undefined;
  const text = more.refunds.statuses.find(([name]) => name === status)?.[1];
  return <Badge value={status} {...(tone ? { tone } : {})} {...(text ? { text } : {})} />;
}

/** Requests for money back. */
export function RefundsScreen() {
  return <ListPage definition={definition} />;
}

/** One request, and its review. */
export function RefundPage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/refund-request/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<Refund>(path)}
      back={['/refunds', m.refunds.title]}
      title={({ incidentSubtype }) => words(incidentSubtype)}
      badges={({ status }) => <StatusBadge status={status} />}
      facts={(data) => [
        [more.refunds.notes, data.incidentNotes],
        [m.deliveries.one, <JobLink key="job" id={data.jobId} />],
        [m.fields.created, dateTime(data.createdAt)],
        [more.refunds.resolved, data.resolutionDate && dateTime(data.resolutionDate)],
        [more.refunds.response, data.response],
        [more.refunds.proof, data.proofOfRefund],
        [
          more.refunds.files,
          data.incidentFileUrls.map((url) => (
            <div key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {url}
              </a>
            </div>
          )),
        ],
      ]}
      editing={(data) => {
        const isOpen = OPEN.includes(data.status);
        const isGranted = ({ status }: Readonly<Record<string, unknown>>) =>
          status === 'approved' || status === 'nash_approved';
        return {
          permission: 'WRITE_REFUND',
          title: isOpen ? more.refunds.review : m.actions.edit,
          fields: [
            ...(isOpen
              ? ([
                  {
                    name: 'status',
                    label: more.refunds.decision,
                    kind: 'choice',
                    options: more.refunds.statuses,
                    required: true,
                  },
                  ...(
                    [
                      ['refundAmountOrderValueCents', more.refunds.value],
                      ['refundAmountDeliveryFeeCents', more.refunds.fee],
                      ['refundAmountTipCents', more.refunds.tip],
                    ] as const
                  ).map(
                    ([name, label]) =>
                      ({
                        name,
                        label,
                        kind: 'money',
                        when: isGranted,
                        help: more.refunds.grantHelp,
                      }) as const,
                  ),
                ] as const)
              : []),
            { name: 'response', label: more.refunds.response, kind: 'lines' },
            { name: 'proofOfRefund', label: more.refunds.proof, help: more.refunds.proofHelp, wide: true },
          ],
          initial: {
            status: data.status,
            response: data.response,
            proofOfRefund: data.proofOfRefund,
          },
          save: (changed) => change('PATCH', path, changed, data.version),
        };
      }}
    >
      {(data) => (
        <Section title={more.refunds.amounts}>
          <Facts
            facts={(
              [
                [more.refunds.value, data.requestAmountOrderValueCents, data.refundAmountOrderValueCents],
                [more.refunds.fee, data.requestAmountDeliveryFeeCents, data.refundAmountDeliveryFeeCents],
                [more.refunds.tip, data.requestAmountTipCents, data.refundAmountTipCents],
                [more.refunds.sum, data.requestAmountCents, data.refundAmountCents],
              ] as const
            ).map(([label, asked, granted]) => [
              label,
              data.refundAmountCents === null
                ? money(asked, data.currency)
                : more.refunds.grantedOf(money(granted, data.currency), money(asked, data.currency)),
            ])}
          />
        </Section>
      )}
    </DetailPage>
  );
}
