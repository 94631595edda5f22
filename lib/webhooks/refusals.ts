import { defineRefusal } from '../core/refusal.ts';

/** No message with this id is visible to the caller (specification 7). */
export const missingResource = defineRefusal({
  code: 'MISSING_RESOURCE',
  status: 404,
  summary: 'No such webhook message; `details.msg_id` repeats the id. Nothing was sent.',
});

/** No endpoint with this id is visible to the caller. */
export const endpointNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No such webhook endpoint.',
});

/** A URL that deliveries may not be sent to, or too many endpoints. */
export const invalidEndpoint = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary:
    'The URL of the endpoint cannot be delivered to, an event type is unknown, or there are too many endpoints.',
});

/** Attempts of the message ended while it was to be replayed, several times. */
export const messageIsBusy = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Attempts of the message were ending at that moment; nothing was sent, ask again.',
});

/** A replay that does not say which message it means. */
export const ambiguousReplay = defineRefusal({
  code: 'BAD_REQUEST',
  status: 400,
  summary: 'A replay names either `msgId`, or `tag` and `eventType` together.',
});
