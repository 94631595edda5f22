import * as z from 'zod';
import { defineEvent, type EventKind } from '../../platform/events/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import { type Route, routePartition } from '../routes/index.ts';
import {
  exceptionSource,
  exceptionStatus,
  exceptionType,
  type RouteException,
  severity,
} from './exception.ts';

const exceptionData = z.object({
  routeId: z.string(),
  exceptionId: z.string(),
  type: exceptionType,
  source: exceptionSource,
  severity,
  status: exceptionStatus,
  note: z.string().nullable(),
  stopId: z.string().nullable(),
  assigneeId: z.string().nullable(),
});
type ExceptionData = z.infer<typeof exceptionData>;

const exceptionEvent = (name: string, summary: string): EventKind<ExceptionData> =>
  defineEvent({ name, schema: exceptionData, summary });

export const exceptionRaised = exceptionEvent(
  'route.exception_raised',
  'An exception was recorded on a route.',
);
export const exceptionUpdated = exceptionEvent(
  'route.exception_updated',
  'An exception of a route was acknowledged, resolved, assigned or rated differently.',
);
export const exceptionRemoved = exceptionEvent(
  'route.exception_removed',
  'An exception of a route was removed.',
);

/** The write of an event about an exception, in the timeline of its route. */
export function recordException(
  kind: EventKind<ExceptionData>,
  route: Pick<Route, 'organizationId' | 'id'>,
  exception: RouteException,
  at: string,
): Operation {
  const { id: exceptionId, assignee, ...rest } = exception;
  return kind.record({
    aggregate: routePartition(route),
    cause: `${exceptionId}#${at}#${exception.status}#${exception.severity}#${assignee?.id ?? ''}`,
    occurredAt: at,
    data: exceptionData.parse({ ...rest, exceptionId, assigneeId: assignee?.id ?? null, routeId: route.id }),
  });
}
