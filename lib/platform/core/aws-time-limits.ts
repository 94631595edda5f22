const CONNECTION_MS = 1_000;

/** A call without an answer is given up after this time, instead of hanging until the function is stopped. */
const answeredWithin = (milliseconds: number) =>
  Object.freeze({
    connectionTimeout: CONNECTION_MS,
    requestTimeout: milliseconds,
    throwOnRequestTimeout: true,
  });

/** Settings of clients of AWS whose calls take milliseconds; a tenth of a second is slow. They are sent again. */
export const AWS_TIME_LIMITS = Object.freeze({ maxAttempts: 5, requestHandler: answeredWithin(5_000) });

/** Of the map: a matrix of many places takes seconds. */
export const MAP_TIME_LIMITS = Object.freeze({ maxAttempts: 3, requestHandler: answeredWithin(10_000) });

/**
 * Of e-mails, texts and chats: sent once, because a message whose answer is late may have gone out. The worker decides
 * about another attempt.
 */
export const MESSAGE_TIME_LIMITS = Object.freeze({ maxAttempts: 1, requestHandler: answeredWithin(10_000) });

/** Of models, which think before they answer. */
export const MODEL_TIME_LIMITS = Object.freeze({ maxAttempts: 2, requestHandler: answeredWithin(120_000) });
