import * as z from 'zod';
import { ROUTE_EXCEPTIONS } from '../../engines/vocabulary/index.ts';
import { aggregateIdOf, digest, partId } from '../../platform/core/ids.ts';
import { defineEntity } from '../../platform/table/index.ts';
import { exceptionLifecycle } from './exception-lifecycle.ts';

/** All subjects of exceptions: only rules find a location that does not match. */
export const exceptionType = z.enum([...ROUTE_EXCEPTIONS, 'location_mismatch']);
export type ExceptionType = z.infer<typeof exceptionType>;

export const exceptionStatus = z.enum(exceptionLifecycle.statuses);
export type ExceptionStatus = z.infer<typeof exceptionStatus>;

/** From the most to the least severe. */
export const severity = z.enum(['P0', 'P1', 'P2', 'P3']);
export type Severity = z.infer<typeof severity>;

export const exceptionSource = z.enum(['rule', 'driver', 'operator', 'workflow']);

const person = z.object({ id: z.string(), name: z.string() });

const exceptionSchema = z.object({
  id: z.string(),
  type: exceptionType,
  source: exceptionSource,
  /** Null when a rule raised it. */
  raisedBy: person.nullable(),
  severity,
  isSeverityAuto: z.boolean(),
  status: exceptionStatus,
  note: z.string().nullable(),
  stopId: z.string().nullable(),
  assignee: person.nullable(),
  raisedAt: z.string(),
  updatedAt: z.string(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: person.nullable(),
  resolvedAt: z.string().nullable(),
  resolvedBy: person.nullable(),
});

/** What happened on a route (specification 2.10). */
export type RouteException = z.infer<typeof exceptionSchema>;
export type Person = z.infer<typeof person>;

/** Maximum number of exceptions of one route: with their notes they stay far below the 400 kB of an item. */
export const MAX_OF_A_ROUTE = 200;

const recordSchema = z.object({
  organizationId: z.string(),
  routeId: z.string(),
  updatedAt: z.string(),
  /** Oldest first. */
  exceptions: z.array(exceptionSchema),
  /** Removed exceptions that a rule had raised: it does not raise them again. */
  removedIds: z.array(z.string()),
});
export type ExceptionRecord = z.infer<typeof recordSchema>;

/** Number and severity of the open exceptions. */
export interface OpenExceptions {
  readonly needsTriage: number;
  readonly acknowledged: number;
  readonly worst: Severity | null;
}

/** A route's exceptions: one item, so that their counts cost one read and acknowledging all is one write. */
export const exceptionRecordEntity = defineEntity<
  ExceptionRecord,
  Pick<ExceptionRecord, 'organizationId' | 'routeId'>
>({
  name: 'routeExceptions',
  schema: recordSchema,
  partition: ({ organizationId, routeId }) => ({ organizationId, type: 'routeExceptions', id: routeId }),
  sort: () => ({ kind: 'state', parts: [] }),
});

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

/** Id of an exception: it contains its route, and the same cause has the same id. */
export function exceptionIdOf(routeId: string, ...cause: readonly string[]): string {
  return partId('rex', routeId, digest(routeId, ...cause).slice(0, 16));
}

/** The route behind the id of an exception; undefined when it is no such id. */
export function routeOfException(id: string): string | undefined {
  return aggregateIdOf('rte', 'rex', id);
}
