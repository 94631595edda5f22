import * as z from 'zod';
import type { DispatchDeps } from '../../../fulfilment/dispatch/index.ts';
import {
  type Delivery,
  deliveryOf,
  isTerminal,
  type JobAggregate,
  type Task,
  wasPickedUp,
} from '../../../fulfilment/jobs/index.ts';
import type { FoundActivity } from '../../../platform/activities/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { addDays, dayRange } from '../../../platform/core/zoned-time.ts';
import { preferencesOf } from '../../../platform/organization/index.ts';
import { unknownProvider } from '../refusals.ts';
import { type Review, type ReviewCaller, startReview } from '../review.ts';
import { columnsOf } from './invoice-columns.ts';
import { type InvoiceColumns, type InvoiceLine, readInvoice } from './read-invoice.ts';

/** Deliveries are often created some days before they end. */
const DAYS_BEFORE = 14;

const requestSchema = z.object({
  name: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  currency: z.string(),
  days: z.object({ from: z.string(), to: z.string() }),
  /** When the jobs were created, and when deliveries ended that have to be on the invoice. */
  created: z.object({ from: z.string(), to: z.string() }),
  ended: z.object({ from: z.string(), to: z.string() }),
  lines: z.array(z.object({ row: z.int(), reference: z.string(), amountCents: z.int() })),
});

type CheckRequest = z.infer<typeof requestSchema>;

/** A delivery of the provider that is on the invoice, or should be. */
interface Billable {
  readonly deliveryId: string;
  readonly jobId: string;
  readonly orderId: string | null;
  /** Null while it is under way. */
  readonly endedAt: string | null;
  /** Numbers of the lines that name it. */
  readonly lines: readonly number[];
  /**
   * What it may cost: as quoted, unless it ended before the package was picked up; then what the provider added for the
   * cancellation.
   */
  readonly expectedCents: number;
  readonly isDue: boolean;
}

interface Found {
  readonly billable: readonly Billable[];
}

/** Verdicts on a line, or on a delivery without one. */
type Verdict = 'right' | 'dearer' | 'unknown' | 'missing' | 'twice';

/** What an invoice says of a delivery, against what is known of it. */
export interface CheckedLine {
  /** Null for a delivery that is not on the invoice. */
  readonly row: number | null;
  readonly reference: string;
  readonly verdict: Verdict;
  readonly invoicedCents: number;
  readonly expectedCents: number;
  readonly deliveryId: string | null;
  readonly jobId: string | null;
  readonly orderId: string | null;
}

interface CheckInput {
  readonly name: string;
  readonly providerId: string;
  readonly from: string;
  readonly to: string;
  readonly content: string;
  readonly columns?: InvoiceColumns | undefined;
}

/** Starts to match a carrier's invoice with its deliveries. */
export async function requestInvoiceCheck(
  deps: DispatchDeps,
  caller: ReviewCaller,
  { name, providerId: named, from, to, content, columns }: CheckInput,
): Promise<FoundActivity | Refusal> {
  const { organizationId } = caller;
  const provider = (await deps.providers.of(organizationId, [named])).find(named);
  if (!provider) {
    return unknownProvider(
      `"${named}" is not a provider of the organization. GET /v1/providers lists them by id and name.`,
      { providerId: named },
    );
  }
  const { id: providerId, name: providerName } = provider;
  const known = await columnsOf(deps.table, { organizationId, providerId }, columns);
  const lines = await readInvoice(content, known);
  if (isRefusal(lines)) return lines;
  const { timeZone, currency } = await preferencesOf({ table: deps.table, organizationId });
  const before = addDays(`${from}T00:00:00`, -DAYS_BEFORE).slice(0, 10);
  const ended = { from: dayRange(from, timeZone).from, to: dayRange(to, timeZone).to };
  const request: CheckRequest = {
    ...{ name, providerId, providerName, currency, days: { from, to }, ended },
    created: { from: dayRange(before, timeZone).from, to: ended.to },
    lines: [...lines],
  };
  return startReview(deps, caller, 'act_check_invoice', request);
}

/** Matches a carrier's invoice with its deliveries. */
export const invoiceCheck: Review<CheckRequest, Found> = {
  action: 'act_check_invoice',
  request: requestSchema,
  period: ({ created }) => created,
  async look(_deps, _organizationId, jobs, request) {
    const rows = Map.groupBy(request.lines.entries(), ([, { reference }]) => normal(reference));
    const linesOf = (references: readonly (string | null | undefined)[]) => [
      ...new Set(
        references.flatMap((one) => (one ? (rows.get(normal(one)) ?? []).map(([line]) => line) : [])),
      ),
    ];
    return { billable: jobs.flatMap((job) => billableIn(job, request, linesOf)) };
  },
  conclude({ name, providerId, providerName, days, currency, lines }, found, jobs) {
    const checked = judge(
      lines,
      found.flatMap(({ billable }) => billable),
    );
    const of = (verdict: Verdict) => checked.filter((line) => line.verdict === verdict);
    const sum = (all: readonly CheckedLine[], pick: (line: CheckedLine) => number) =>
      all.reduce((total, line) => total + pick(line), 0);
    return {
      ...{ name, providerId, providerName, days, currency, isComplete: jobs.isComplete },
      counts: {
        right: of('right').length,
        dearer: of('dearer').length,
        unknown: of('unknown').length,
        missing: of('missing').length,
        twice: of('twice').length,
      },
      invoicedCents: sum(checked, ({ invoicedCents }) => invoicedCents),
      disputedCents: sum(
        disputedOf(checked),
        ({ invoicedCents, expectedCents }) => invoicedCents - expectedCents,
      ),
      missingCents: sum(of('missing'), ({ expectedCents }) => expectedCents),
      lines: checked.filter(({ verdict }) => verdict !== 'right'),
    };
  },
};

/** The lines that a carrier should correct. */
export function disputedOf(lines: readonly CheckedLine[]): readonly CheckedLine[] {
  return lines.filter(({ verdict }) => verdict === 'dearer' || verdict === 'unknown' || verdict === 'twice');
}

/** References are compared without regard to case and spaces. */
function normal(reference: string): string {
  return reference.replaceAll(/\s/g, '').toLowerCase();
}

function billableIn(
  job: JobAggregate,
  { providerId, ended }: CheckRequest,
  linesOf: (references: readonly (string | null | undefined)[]) => readonly number[],
): readonly Billable[] {
  return job.tasks.flatMap(({ value: task }): Billable[] => {
    const delivery = deliveryOf(job, task);
    if (task.providerId !== providerId || !delivery || delivery.providerDeliveryId === null) return [];
    const configuration = job.configurations.find(({ value }) => value.id === task.configurationId)?.value;
    const { id: jobId, externalIdentifier, shortReferenceCode } = job.job.value;
    const orderId = configuration?.orderId ?? null;
    const lines = linesOf([
      ...[delivery.providerDeliveryId, delivery.id, orderId, jobId],
      ...[configuration?.package.externalIdentifier, externalIdentifier, shortReferenceCode],
    ]);
    const expectedCents = expectedOf(task, delivery);
    const endedAt = isTerminal(delivery.status) ? (delivery.statusHistory.at(-1)?.created_at ?? null) : null;
    const isDue = wasPickedUp(delivery) && endedAt !== null && endedAt >= ended.from && endedAt <= ended.to;
    if (lines.length === 0 && !isDue) return [];
    return [{ deliveryId: delivery.id, jobId, orderId, endedAt, lines, expectedCents, isDue }];
  });
}

function expectedOf(task: Task, delivery: Delivery): number {
  const quoted = task.quotes.find(({ id }) => id === task.winnerQuoteId)?.totalPriceCents;
  if (wasPickedUp(delivery) || !isTerminal(delivery.status)) return quoted ?? delivery.totalPriceCents;
  return Math.max(0, delivery.totalPriceCents - (quoted ?? delivery.totalPriceCents));
}

/** The verdict on every line, and on every delivery that no line names. */
function judge(lines: readonly InvoiceLine[], billable: readonly Billable[]): readonly CheckedLine[] {
  const byLine = new Map<number, Billable>();
  // Of several attempts under one reference, the one that was carried is meant.
  for (const one of billable.toSorted((a, b) => b.expectedCents - a.expectedCents))
    for (const line of one.lines) if (!byLine.has(line)) byLine.set(line, one);
  const billed = new Set<string>();
  const checked = lines.map(({ row, reference, amountCents }, index): CheckedLine => {
    const delivery = byLine.get(index);
    const isFirst = delivery !== undefined && !billed.has(delivery.deliveryId);
    if (delivery) billed.add(delivery.deliveryId);
    const expectedCents = delivery && isFirst ? delivery.expectedCents : 0;
    const verdict = !delivery
      ? 'unknown'
      : !isFirst
        ? 'twice'
        : amountCents > expectedCents
          ? 'dearer'
          : 'right';
    return {
      ...{ row, reference, verdict, invoicedCents: amountCents, expectedCents },
      deliveryId: delivery?.deliveryId ?? null,
      jobId: delivery?.jobId ?? null,
      orderId: delivery?.orderId ?? null,
    };
  });
  const missing = billable
    .filter(({ isDue, deliveryId }) => isDue && !billed.has(deliveryId))
    .map(
      ({ deliveryId, jobId, orderId, expectedCents }): CheckedLine => ({
        ...{ row: null, reference: deliveryId, verdict: 'missing', invoicedCents: 0, expectedCents },
        ...{ deliveryId, jobId, orderId },
      }),
    );
  return [...checked, ...missing];
}
