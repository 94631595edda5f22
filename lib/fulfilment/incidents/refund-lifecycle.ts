/** Every status of a refund request (contract-facts 3.5). */
export const REFUND_STATUSES = [
  'under_review',
  'needs_attention',
  'approved',
  'denied',
  'cancelled',
  'nash_approved',
] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** A step of a refund request from one status to another, and what causes it. */
interface RefundTransition {
  readonly trigger: string;
  readonly from: readonly RefundStatus[];
  readonly to: RefundStatus;
}

const OPEN = ['under_review', 'needs_attention'] as const;

/** Every allowed step of a refund request (decision B7). An open request can be resolved from either open status. */
export const REFUND_TRANSITIONS: readonly RefundTransition[] = Object.freeze([
  { trigger: 'reviewer asks for more information', from: ['under_review'], to: 'needs_attention' },
  { trigger: 'review continues', from: ['needs_attention'], to: 'under_review' },
  { trigger: 'provider refunds', from: OPEN, to: 'approved' },
  { trigger: 'refused', from: OPEN, to: 'denied' },
  { trigger: 'withdrawn', from: OPEN, to: 'cancelled' },
  { trigger: 'service refunds', from: OPEN, to: 'nash_approved' },
]);

/** Whether nothing can follow: the resolution date is set then. */
export function isResolved(status: RefundStatus): boolean {
  return !REFUND_TRANSITIONS.some(({ from }) => from.includes(status));
}

/** Whether money is granted in this status. */
export function grantsMoney(status: RefundStatus): boolean {
  return status === 'approved' || status === 'nash_approved';
}

/** The statuses that may follow. */
export function nextStatuses(status: RefundStatus): readonly RefundStatus[] {
  return REFUND_TRANSITIONS.filter(({ from }) => from.includes(status)).map(({ to }) => to);
}
