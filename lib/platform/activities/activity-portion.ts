import { activityPartition } from './activity.ts';

/** Key fields of what one portion of an activity found. */
interface PortionKey {
  readonly organizationId: string;
  readonly activityId: string;
  readonly portion: number;
}

/** Where the portions of an activity are: beside it, in their order, until they expire. For `defineEntity`. */
export const activityPortion = Object.freeze({
  partition: ({ organizationId, activityId }: PortionKey) =>
    activityPartition({ organizationId, id: activityId }),
  sort: ({ portion }: PortionKey) => ({ kind: 'state' as const, parts: [String(portion).padStart(5, '0')] }),
  expiresAtSeconds: ({ expiresAt }: { readonly expiresAt: number }) => expiresAt,
});
