import * as z from 'zod';
import { ROUTE_EXCEPTIONS } from '../../engines/vocabulary/index.ts';
import { aggregateIdOf, digest, partId } from '../../platform/core/ids.ts';
import { exceptionAttention, exceptionLifecycle } from './exception-lifecycle.ts';

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

export const exceptionSchema = z.object({
  id: z.string(),
  type: exceptionType,
  source: exceptionSource,
  /** Null when a rule raised it. */
  raisedBy: person.nullable(),
  severity,
  isSeverityAuto: z.boolean(),
  note: z.string().nullable(),
  stopId: z.string().nullable(),
  assignee: person.nullable(),
  ...exceptionAttention.fields(person),
});

/** What happened on a route (specification 2.10). */
export type RouteException = z.infer<typeof exceptionSchema>;
export type Person = z.infer<typeof person>;

/** Id of an exception: it contains its route, and the same cause has the same id. */
export function exceptionIdOf(routeId: string, ...cause: readonly string[]): string {
  return partId('rex', routeId, digest(routeId, ...cause).slice(0, 16));
}

/** The route behind the id of an exception; undefined when it is no such id. */
export function routeOfException(id: string): string | undefined {
  return aggregateIdOf('rte', 'rex', id);
}
