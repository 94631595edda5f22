import * as z from 'zod';
import { defineAttentionStore } from '../../fulfilment/attention/index.ts';
import { routePartition } from '../routes/index.ts';
import { exceptionSchema, type RouteException, type Severity, severity } from './exception.ts';
import {
  type ExceptionData,
  exceptionRaised,
  exceptionRemoved,
  exceptionUpdated,
} from './exception-events.ts';

/** Maximum number of exceptions of one route: with their notes they stay far below the 400 kB of an item. */
export const MAX_OF_A_ROUTE = 200;

/**
 * Maximum number of events per write: a transaction holds 100 members, and a step of a workflow run needs some of them.
 */
const MAX_TOLD = 85;

const recordSchema = z.object({
  organizationId: z.string(),
  /** That of the route. */
  id: z.string(),
  updatedAt: z.string(),
  /** Oldest first. */
  exceptions: z.array(exceptionSchema),
  /** Removed exceptions that a rule had raised: it does not raise them again. */
  removedIds: z.array(z.string()),
});
export type ExceptionRecord = z.infer<typeof recordSchema>;

/** A route's exceptions: one item, so that their counts cost one read and acknowledging all is one write. */
export const exceptionStore = defineAttentionStore<ExceptionRecord, ExceptionData>({
  name: 'routeExceptions',
  schema: recordSchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'routeExceptions', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  timeline: routePartition,
  events: ({ value }, before) => {
    const earlier = new Map(before?.exceptions.map((one) => [one.id, one]));
    const kept = new Set(value.exceptions.map(({ id }) => id));
    const changed = value.exceptions.filter((one) => one !== earlier.get(one.id));
    const removed = before?.exceptions.filter(({ id }) => !kept.has(id)) ?? [];
    const told = [
      ...changed.map((one) => [earlier.has(one.id) ? exceptionUpdated : exceptionRaised, one] as const),
      ...removed.map((one) => [exceptionRemoved, one] as const),
    ];
    return told.slice(0, MAX_TOLD).map(([kind, { id, assignee, ...rest }]) => ({
      ...{ kind, id },
      data: { ...rest, exceptionId: id, assigneeId: assignee?.id ?? null, routeId: value.id },
    }));
  },
});
/** Number and severity of the open exceptions. */
export interface OpenExceptions {
  readonly needsTriage: number;
  readonly acknowledged: number;
  readonly worst: Severity | null;
}

/** Counts of open exceptions. */
export function openOf(exceptions: readonly RouteException[]): OpenExceptions {
  const open = exceptions.filter(({ status }) => status !== 'resolved');
  const needsTriage = open.filter(({ status }) => status === 'needs_triage').length;
  return {
    needsTriage,
    acknowledged: open.length - needsTriage,
    worst: severity.options.find((level) => open.some((one) => one.severity === level)) ?? null,
  };
}
