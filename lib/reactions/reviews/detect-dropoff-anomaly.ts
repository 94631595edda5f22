import * as z from 'zod';
import {
  type Delivery,
  deliveryNotFound,
  type JobAggregate,
  jobIdOf,
  maySeeJob,
  type Position,
  positionsOfDelivery,
  readJob,
  requirementsOf,
} from '../../fulfilment/jobs/index.ts';
import { greatCircleMeters } from '../../platform/core/geography.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { askReviewer, type ReviewerDeps } from './ask-reviewer.ts';
import { notAtDropoff } from './refusals.ts';

const judgement = z.object({
  isAnomaly: z.boolean().describe('Whether somebody should look at this dropoff.'),
  confidence: z.number().min(0).max(1).describe('How sure you are, from 0 to 1.'),
  reasons: z
    .array(z.string().max(500))
    .max(10)
    .describe('What is unusual, a sentence each; empty when nothing is.'),
});

/** What is known of a dropoff, without a model. Null: not known. */
export interface DropoffFacts {
  readonly status: string;
  readonly arrivedAt: string | null;
  readonly completedAt: string | null;
  /** From the arrival to the handover. */
  readonly minutesAtDropoff: number | null;
  /** After the end of the dropoff window; negative = before. */
  readonly minutesAfterWindow: number | null;
  /** Between the courier at the handover and the address. */
  readonly metersFromAddress: number | null;
  /** Proofs that the package requires at the dropoff and that are missing. */
  readonly missingProofs: readonly string[];
  readonly proofs: readonly string[];
  /** Statuses that were reported after later ones. */
  readonly lateStatuses: readonly string[];
  readonly note: string | null;
}

/** What a review of a dropoff says. */
export interface DropoffReview extends z.infer<typeof judgement> {
  readonly deliveryId: string;
  readonly facts: DropoffFacts;
}

/** Positions this far from the handover say nothing of it. Milliseconds. */
const NEAR_MS = 10 * 60_000;

const MINUTE_MS = 60_000;

/** Lets a model judge whether a dropoff went as dropoffs do: place, time, proofs and what was written about it. */
export async function detectDropoffAnomaly(
  deps: ReviewerDeps,
  actor: Parameters<typeof maySeeJob>[0] & { readonly organizationId: string },
  deliveryId: string,
): Promise<DropoffReview | Refusal> {
  const jobId = jobIdOf(deliveryId);
  const job = jobId === undefined ? undefined : await readJob(deps.table, actor.organizationId, jobId);
  const delivery = job?.deliveries.find(({ value }) => value.id === deliveryId)?.value;
  if (!job || !delivery || !maySeeJob(actor, job)) {
    return deliveryNotFound(`There is no delivery "${deliveryId}".`, { deliveryId });
  }
  if (timeOf(delivery, 'dropoff_arrived') === null && timeOf(delivery, 'dropoff_complete') === null) {
    const { status } = delivery;
    const message = `The delivery "${deliveryId}" is ${status}. Ask again once its courier has arrived at the dropoff.`;
    return notAtDropoff(message, { deliveryId, status });
  }
  const facts = factsOf(job, delivery, await positionsOfDelivery(deps.table, delivery));
  const review = await askReviewer(deps, actor.organizationId, {
    instructions:
      'Judge whether the dropoff of this delivery is unusual enough for a person to look at it. Unusual are: a handover far from the address, within seconds of the arrival or long after it, long after the window, without proofs that the package requires, or with a note that tells of a problem. Missing data alone is not unusual.',
    material: Object.entries(facts)
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n'),
    schema: judgement,
  });
  return isRefusal(review) ? review : { ...review, deliveryId, facts };
}

function timeOf({ statusHistory }: Delivery, status: string): string | null {
  return statusHistory.find((entry) => entry.status === status)?.created_at ?? null;
}

function factsOf(job: JobAggregate, delivery: Delivery, positions: readonly Position[]): DropoffFacts {
  const item = job.configurations.find(({ value }) => value.id === delivery.configurationId)?.value.package;
  const [arrivedAt, completedAt] = [
    timeOf(delivery, 'dropoff_arrived'),
    timeOf(delivery, 'dropoff_complete'),
  ];
  const handedOverAt = completedAt ?? arrivedAt;
  const proofs = delivery.proofOfDelivery.map(({ podType }) => String(podType));
  const required = item
    ? requirementsOf(job.job.value, item).filter((name) => /_(on|of)_(delivery|dropoff)$/.test(name))
    : [];
  const window = item?.dropoffEndTime ?? null;
  return {
    status: delivery.status,
    arrivedAt,
    completedAt,
    minutesAtDropoff: minutesBetween(arrivedAt, completedAt),
    minutesAfterWindow: minutesBetween(window, handedOverAt),
    metersFromAddress: metersFrom(item?.dropoffLocation, nearest(positions, handedOverAt)),
    missingProofs: required.filter(
      (name) => /^(photo|signature|barcode)/.test(name) && !proofs.includes(name),
    ),
    proofs,
    lateStatuses: delivery.lateStatuses.map(({ status }) => status),
    note: delivery.dropoffNote,
  };
}

function minutesBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null;
  return Math.round((Date.parse(to) - Date.parse(from)) / MINUTE_MS);
}

function nearest(positions: readonly Position[], at: string | null): Position | undefined {
  if (at === null) return undefined;
  const away = ({ occurredAt }: Position) => Math.abs(Date.parse(occurredAt) - Date.parse(at));
  const [first] = positions.filter((one) => away(one) <= NEAR_MS).toSorted((a, b) => away(a) - away(b));
  return first;
}

function metersFrom(
  place: { readonly lat: number | null; readonly lng: number | null } | undefined,
  position: Position | undefined,
): number | null {
  if (!place || place.lat === null || place.lng === null || !position) return null;
  return Math.round(greatCircleMeters({ lat: place.lat, lng: place.lng }, position));
}
