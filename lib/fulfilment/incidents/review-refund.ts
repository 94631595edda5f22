import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { IncidentAuthor } from './find-task.ts';
import { findRefundRequest } from './read-refunds.ts';
import {
  grantsMoney,
  isResolved,
  type RefundStatus,
  refundAttention,
  refundLifecycle,
} from './refund-lifecycle.ts';
import { type Buckets, type RefundRequest, refundStore, totalOf } from './refund-request.ts';
import { invalidRefund, refundStateForbids } from './refusals.ts';

/** Changes of a reviewer; fields that are left out stay. */
export interface RefundReview {
  readonly status?: RefundStatus | undefined;
  /** Granted amounts; an omitted amount is 0 when another one was sent. */
  readonly granted?: Partial<Buckets> | undefined;
  /** Sum of the amounts, when it was sent. */
  readonly grantedTotalCents?: number | undefined;
  readonly response?: string | undefined;
  readonly proofOfRefund?: string | null | undefined;
}

/** A reviewer's step (decision C63): one conditional write with its event. A step that changes nothing writes nothing. */
export async function reviewRefund(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  actor: IncidentAuthor,
  id: string,
  review: RefundReview,
  expectedVersion: number | undefined,
): Promise<Stored<RefundRequest> | Refusal> {
  return refundStore.change(
    deps,
    { what: 'refund request', id },
    async () => {
      const found = await findRefundRequest(deps, actor, id);
      if (isRefusal(found)) return found;
      const { stored, job } = found;
      const facts = job.deliveries.find(({ value }) => value.taskId === stored.value.taskId)?.value;
      if (!facts) throw new Error(`The delivery of refund request ${id} no longer exists.`);
      return refuseOtherVersion(expectedVersion, stored) ?? { stored, facts };
    },
    (before, at) => reviewed(before, review, at, actor.keyId),
  );
}

/** The request after the review; the same object when nothing changes. Pure. */
function reviewed(
  before: RefundRequest,
  review: RefundReview,
  at: string,
  by: string,
): RefundRequest | Refusal {
  const status = review.status ?? before.status;
  const isStep = status !== before.status;
  const { allowed } = refundLifecycle.refusalDetails(before.status);
  if (isStep && !allowed.includes(status)) {
    return refundStateForbids(
      `Refund request ${before.id} is ${before.status} and cannot become ${status}. ` +
        (allowed.length === 0 ? 'That status is final.' : `Send one of ${allowed.join(', ')}.`),
      { status: before.status, allowed },
    );
  }
  const granted = grantedBy(before, status, review);
  if (granted instanceof Refusal) return granted;
  const after: RefundRequest = {
    ...refundAttention.turned(before, status, by, at),
    granted,
    response: review.response ?? before.response,
    proofOfRefund: review.proofOfRefund === undefined ? before.proofOfRefund : review.proofOfRefund,
  };
  return sameValue(after, before) ? before : { ...after, updatedAt: at };
}

/** The granted amounts in this status. Money is granted with the step that grants it, and never changed afterwards. */
function grantedBy(
  before: RefundRequest,
  status: RefundStatus,
  review: RefundReview,
): Buckets | null | Refusal {
  const isStep = status !== before.status;
  const sent = amountsOf(before, status, review);
  if (sent instanceof Refusal) return sent;
  if (!isStep && isResolved(status)) {
    if (sent && !sameValue(sent, before.granted)) {
      return refundStateForbids(
        `Refund request ${before.id} is ${status}; its amounts cannot change. Leave them out.`,
        { status },
      );
    }
    return before.granted;
  }
  if (grantsMoney(status)) {
    if (!sent || totalOf(sent) > 0) return sent ?? before.requested;
    return invalidRefund(
      `The refund amounts come to 0, but the status ${status} grants money. Send an amount, or the status denied.`,
      { field: 'refundAmountCents', status },
    );
  }
  if (sent && totalOf(sent) > 0) {
    return invalidRefund(
      `The refund amounts come to ${totalOf(sent)}, but a request that is ${status} grants nothing. ` +
        'Leave them out, or send the status approved.',
      { field: 'status', status },
    );
  }
  return isResolved(status) ? { deliveryFeeCents: 0, orderValueCents: 0, tipCents: 0 } : null;
}

/** The amounts as sent, or why they cannot be granted. */
function amountsOf(
  { requested }: RefundRequest,
  status: RefundStatus,
  { granted, grantedTotalCents }: RefundReview,
): Buckets | undefined | Refusal {
  if (!granted) {
    if (grantedTotalCents === undefined) return undefined;
    // Without its parts only an unambiguous total can be split.
    if (grantedTotalCents === totalOf(requested) && grantsMoney(status)) return requested;
    if (grantedTotalCents === 0) return { deliveryFeeCents: 0, orderValueCents: 0, tipCents: 0 };
    return invalidRefund(
      `refundAmountCents is ${grantedTotalCents}, which can be split in several ways. ` +
        'Send refundAmountDeliveryFeeCents, refundAmountOrderValueCents and refundAmountTipCents.',
      { field: 'refundAmountCents' },
    );
  }
  const sent = { deliveryFeeCents: 0, orderValueCents: 0, tipCents: 0, ...granted };
  const total = totalOf(sent);
  if (grantedTotalCents !== undefined && grantedTotalCents !== total) {
    return invalidRefund(
      `refundAmountCents is ${grantedTotalCents}, but its parts come to ${total}. Leave it out or send ${total}.`,
      { field: 'refundAmountCents' },
    );
  }
  if (total > totalOf(requested)) {
    return invalidRefund(
      `The refund amounts come to ${total}, more than the ${totalOf(requested)} that were requested. Send less.`,
      { field: 'refundAmountCents', requestAmountCents: totalOf(requested) },
    );
  }
  return sent;
}
