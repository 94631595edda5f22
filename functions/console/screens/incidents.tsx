import { change } from '../kit/api.ts';
import { CreateButton } from '../kit/detail.tsx';
import { given } from '../kit/form.tsx';
import { dateTime, money, words } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { Badge, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { reviewTexts } from '../texts/texts.ts';

interface Refund {
  readonly id: string;
  readonly createdAt: string;
  readonly status: string;
  readonly incidentSubtype: string;
  readonly requestAmountCents: number;
  readonly refundAmountCents: number | null;
  readonly currency: string | null;
}

/** The requests for money back of a job; nothing when there are none. */
export function RefundsOf({ jobId }: { jobId: string }) {
  const { data, error, refresh } = useLive<readonly Refund[]>(
    can('READ_REFUND') ? '/v1/refund-requests' : null,
    { jobId },
    5_000,
  );
  if (!data && error) {
    return (
      <Section title={m.titles.refunds}>
        <Loading error={error} retry={refresh} />
      </Section>
    );
  }
  if (!data?.length) return null;
  return (
    <Section title={m.titles.refunds}>
      <ul class="rows">
        {data.map(({ id, createdAt, status, incidentSubtype, requestAmountCents, currency }) => (
          <li key={id}>
            <a href={`#/refunds/${id}`}>{words(incidentSubtype)}</a>
            <span class="quiet">
              {dateTime(createdAt)} · {money(requestAmountCents, currency)}
            </span>
            <Badge
              value={status}
              text={reviewTexts.refunds.statuses.find(([name]) => name === status)?.[1] ?? status}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Puts a job into the queue of flags. */
export function FlagButton({ jobId }: { jobId: string }) {
  return (
    <CreateButton
      isPlain
      creation={{
        label: reviewTexts.flags.raise,
        permission: 'WRITE_JOB',
        fields: [{ name: 'notes', label: reviewTexts.flags.message, required: true, wide: true }],
        create: async ({ notes }) => {
          await change('POST', '/v1/flags', { jobId, notes });
          return undefined;
        },
      }}
    />
  );
}

/** Reports what went wrong with one attempt, and asks for money back. */
export function IncidentButton({ jobId, taskId }: { jobId: string; taskId: string }) {
  const isRefund = ({ incidentType }: Readonly<Record<string, unknown>>) => incidentType === 'REFUND_REQUEST';
  return (
    <CreateButton
      isPlain
      creation={{
        label: reviewTexts.refunds.report,
        permission: 'WRITE_JOB',
        fields: [
          {
            name: 'incidentType',
            label: reviewTexts.refunds.what,
            kind: 'choice',
            options: reviewTexts.refunds.types,
            required: true,
          },
          {
            name: 'incidentSubtype',
            label: reviewTexts.refunds.kind,
            kind: 'choice',
            options: reviewTexts.refunds.kinds,
          },
          { name: 'incidentNotes', label: reviewTexts.refunds.notes, kind: 'lines', required: true },
          ...(
            [
              ['requestAmountOrderValueCents', reviewTexts.refunds.value],
              ['requestAmountDeliveryFeeCents', reviewTexts.refunds.fee],
              ['requestAmountTipCents', reviewTexts.refunds.tip],
            ] as const
          ).map(([name, label]) => ({ name, label, kind: 'money', when: isRefund }) as const),
          { name: 'raiseIncident', label: reviewTexts.refunds.flag, kind: 'flag' },
        ],
        initial: { incidentType: 'COURIER_NOTES', raiseIncident: true },
        create: async (values) => {
          const made = await change<{ readonly refundRequestId: string | null }>(
            'POST',
            `/v1/jobs/${jobId}/tasks/${taskId}/delivery_incident`,
            given(values),
          );
          return made.refundRequestId && can('READ_REFUND') ? `/refunds/${made.refundRequestId}` : undefined;
        },
      }}
    />
  );
}
