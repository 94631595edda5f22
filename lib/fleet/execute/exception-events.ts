import * as z from 'zod';
import { defineEvent, type EventKind } from '../../platform/events/index.ts';
import { exceptionSource, exceptionStatus, exceptionType, severity } from './exception.ts';

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
/** What the events of an exception carry. */
export type ExceptionData = z.infer<typeof exceptionData>;

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
