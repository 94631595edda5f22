import { defineLifecycle } from '../../platform/core/define-lifecycle.ts';

const OPEN = ['under_review', 'needs_attention'] as const;

/**
 * Lifecycle of a refund request (contract-facts 3.5, decision B7). An open request can be resolved from either open
 * status.
 */
export const refundLifecycle = defineLifecycle({
  title: 'Refund request',
  statuses: [...OPEN, 'approved', 'denied', 'cancelled', 'nash_approved'],
  initial: ['under_review'],
  transitions: [
    { trigger: 'reviewer asks for more information', from: ['under_review'], to: 'needs_attention' },
    { trigger: 'review continues', from: ['needs_attention'], to: 'under_review' },
    { trigger: 'provider refunds', from: OPEN, to: 'approved' },
    { trigger: 'refused', from: OPEN, to: 'denied' },
    { trigger: 'withdrawn', from: OPEN, to: 'cancelled' },
    { trigger: 'service refunds', from: OPEN, to: 'nash_approved' },
  ],
});

/** `isResolved`: whether nothing can follow. The resolution date is set then. */
export const { statuses: REFUND_STATUSES, isOver: isResolved } = refundLifecycle;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Whether money is granted in this status. */
export function grantsMoney(status: RefundStatus): boolean {
  return status === 'approved' || status === 'nash_approved';
}
