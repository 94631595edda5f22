/** Environment variable with the URL of the queue for a worker's dead letters. */
export const DEAD_LETTER_QUEUE_VARIABLE = 'DEAD_LETTER_QUEUE_URL';

/** Environment variable with the URL of a worker's own queue. */
export const QUEUE_VARIABLE = 'QUEUE_URL';
