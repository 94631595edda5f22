import { defineAttention } from '../attention/index.ts';

/**
 * Lifecycle of a refund request (contract-facts 3.5, decision B7). An open request can be resolved from either open
 * status.
 */
export const refundAttention = defineAttention({
  title: 'Refund request',
  open: 'under_review',
  acknowledged: 'needs_attention',
  resolved: ['approved', 'denied', 'cancelled', 'nash_approved'],
  triggers: {
    under_review: 'review continues',
    needs_attention: 'reviewer asks for more information',
    approved: 'provider refunds',
    denied: 'refused',
    cancelled: 'withdrawn',
    nash_approved: 'service refunds',
  },
});

export const { lifecycle: refundLifecycle } = refundAttention;

/** `isResolved`: whether nothing can follow. */
export const { statuses: REFUND_STATUSES, isOver: isResolved } = refundLifecycle;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Whether money is granted in this status. */
export function grantsMoney(status: RefundStatus): boolean {
  return status === 'approved' || status === 'nash_approved';
}
