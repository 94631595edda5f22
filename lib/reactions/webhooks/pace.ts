import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { create, defineEntity, type Operation, remove, type Stored } from '../../platform/table/index.ts';
import type { AttemptDeps, MadeAttempt } from './attempt.ts';
import { endpointsPartition } from './endpoint.ts';
import { QUICK_MS } from './patience.ts';

const paceSchema = z.object({ organizationId: z.string(), endpointId: z.string(), slowSince: z.string() });

/** Exists while an endpoint is slow: its messages go through a separate lane, so that they delay nobody. */
export const slowEndpointEntity = defineEntity<
  z.infer<typeof paceSchema>,
  { organizationId: string; endpointId: string }
>({
  name: 'slowWebhookEndpoint',
  schema: paceSchema,
  partition: ({ organizationId }) => endpointsPartition(organizationId),
  sort: ({ endpointId }) => ({ kind: 'state', parts: [endpointId] }),
  isKept: true,
});

/** The mark of a slow endpoint, if there is one. */
export type SlowMark = Stored<z.infer<typeof paceSchema>> | undefined;

/** The write with which an attempt marks its endpoint as slow, or as quick again; usually none. */
export function paceAfter(
  { clock, patience }: Pick<AttemptDeps, 'clock' | 'patience'>,
  { endpoint, result }: MadeAttempt,
  mark: SlowMark,
): readonly Operation[] {
  const { organizationId, id: endpointId } = endpoint;
  const isWornOut = patience.isWornOutBy(endpointId, result.ranOutOfTime === true);
  if (mark) {
    const isQuick = result.status !== undefined && result.durationMs <= QUICK_MS;
    return isQuick ? [remove(slowEndpointEntity, mark)] : [];
  }
  if (!isWornOut) return [];
  return [create(slowEndpointEntity, { organizationId, endpointId, slowSince: toInstant(clock.now()) })];
}
