import { defineRefusal } from '../../platform/core/refusal.ts';

/** No message with this id is visible to the caller (specification 7). */
export const missingResource = defineRefusal<{ msg_id: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'No such webhook message; `details.msg_id` repeats the id. Nothing was sent.',
});

/** No endpoint with this id is visible to the caller. */
export const endpointNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No such webhook endpoint.',
});

/** A test of an endpoint to which nothing is sent. */
export const endpointIsOff = defineRefusal<{ id: string }>({
  code: 'CONFLICT',
  summary: 'The webhook endpoint is off, so nothing is sent to it.',
});

/** A URL that is not allowed for deliveries, or too many endpoints. */
export const invalidEndpoint = defineRefusal<{ field?: string; value?: string }>({
  code: 'INVALID_VALUE',
  summary:
    'The URL of the endpoint cannot be delivered to, an event type is unknown, or there are too many endpoints.',
});

/** The first attempts of a message must end before it can be sent again. */
export const messageIsBusy = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  summary:
    'The message is being sent for the first time, so nothing was sent again; repeat the request in a moment.',
});

/** A replay that does not identify its message. */
export const ambiguousReplay = defineRefusal({
  code: 'BAD_REQUEST',
  summary: 'A replay names either `msgId`, or `tag` and `eventType` together.',
});
