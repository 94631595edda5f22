import { change } from '../kit/api.ts';
import { DetailPage } from '../kit/detail.tsx';
import { dateTime, money, words } from '../kit/format.ts';
import { JobLink } from '../kit/links.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Badge, Facts, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { reviewTexts } from '../texts/texts.ts';

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
  title: m.titles.refunds,
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
      options: reviewTexts.refunds.statuses,
    },
  ],
  columns: [
    { id: 'notes', label: reviewTexts.refunds.notes, share: 2, show: ({ incidentNotes }) => incidentNotes },
    {
      id: 'status',
      label: m.fields.status,
      share: 1.2,
      show: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'kind',
      label: reviewTexts.refunds.kind,
      share: 1.4,
      minor: true,
      show: ({ incidentSubtype }) => words(incidentSubtype),
    },
    {
      id: 'requested',
      label: reviewTexts.refunds.requested,
      align: 'end',
      show: ({ requestAmountCents, currency }) => money(requestAmountCents, currency),
    },
    {
      id: 'granted',
      label: reviewTexts.refunds.granted,
      align: 'end',
      minor: true,
      show: ({ refundAmountCents, currency }) => money(refundAmountCents, currency),
    },
    { id: 'created', label: m.fields.created, minor: true, show: ({ createdAt }) => dateTime(createdAt) },
  ],
  empty: { icon: 'refunds', title: reviewTexts.refunds.empty, text: reviewTexts.refunds.emptyText },
};

function StatusBadge({ status }: { status: string }) {
  const tone = OPEN.includes(status) ? 'warn' : status === 'denied' ? 'bad' : undefined;
  const text = reviewTexts.refunds.statuses.find(([name]) => name === status)?.[1];
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
      back={['/refunds', m.titles.refunds]}
      title={({ incidentSubtype }) => words(incidentSubtype)}
      badges={({ status }) => <StatusBadge status={status} />}
      facts={(data) => [
        [reviewTexts.refunds.notes, data.incidentNotes],
        [m.deliveries.one, <JobLink key="job" id={data.jobId} />],
        [m.fields.created, dateTime(data.createdAt)],
        [reviewTexts.refunds.resolved, data.resolutionDate && dateTime(data.resolutionDate)],
        [reviewTexts.refunds.response, data.response],
        [reviewTexts.refunds.proof, data.proofOfRefund],
        [
          reviewTexts.refunds.files,
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
          title: isOpen ? reviewTexts.refunds.review : m.actions.edit,
          fields: [
            ...(isOpen
              ? ([
                  {
                    name: 'status',
                    label: reviewTexts.refunds.decision,
                    kind: 'choice',
                    options: reviewTexts.refunds.statuses,
                    required: true,
                  },
                  ...(
                    [
                      ['refundAmountOrderValueCents', reviewTexts.refunds.value],
                      ['refundAmountDeliveryFeeCents', reviewTexts.refunds.fee],
                      ['refundAmountTipCents', reviewTexts.refunds.tip],
                    ] as const
                  ).map(
                    ([name, label]) =>
                      ({
                        name,
                        label,
                        kind: 'money',
                        when: isGranted,
                        help: reviewTexts.refunds.grantHelp,
                      }) as const,
                  ),
                ] as const)
              : []),
            { name: 'response', label: reviewTexts.refunds.response, kind: 'lines' },
            {
              name: 'proofOfRefund',
              label: reviewTexts.refunds.proof,
              help: reviewTexts.refunds.proofHelp,
              wide: true,
            },
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
        <Section title={reviewTexts.refunds.amounts}>
          <Facts
            facts={(
              [
                [
                  reviewTexts.refunds.value,
                  data.requestAmountOrderValueCents,
                  data.refundAmountOrderValueCents,
                ],
                [
                  reviewTexts.refunds.fee,
                  data.requestAmountDeliveryFeeCents,
                  data.refundAmountDeliveryFeeCents,
                ],
                [reviewTexts.refunds.tip, data.requestAmountTipCents, data.refundAmountTipCents],
                [reviewTexts.refunds.sum, data.requestAmountCents, data.refundAmountCents],
              ] as const
            ).map(([label, asked, granted]) => [
              label,
              data.refundAmountCents === null
                ? money(asked, data.currency)
                : reviewTexts.refunds.grantedOf(money(granted, data.currency), money(asked, data.currency)),
            ])}
          />
        </Section>
      )}
    </DetailPage>
  );
}
