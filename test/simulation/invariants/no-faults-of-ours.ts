import { defineInvariant } from './define-invariant.ts';

export const noFaultsOfOurs = defineInvariant({
  name: 'no-faults-of-ours',
  number: 14,
  sentence:
    'Nothing fails by itself: a handler throws only where a fault makes it throw, and no caller gets a 500.',
  atEnd({ world, answered }, report) {
    for (const { routeKey, status, reply } of answered) {
      // API Gateway's own replies, where a function died, have no error.
      if (status === 500 && reply.error) report(`${routeKey} was answered with 500: ${reply.error.message}`);
    }
    for (const { functionName, message } of world.failures) {
      if (!EXPECTED.test(message)) report(`${functionName} failed: ${message}`);
    }
  },
});

/** The names of faults and their consequences in the handlers that encounter them. */
const EXPECTED =
  /simulated|too often|died|no connection|connection reset|did not answer|took as long|lease|busy|being|looking again|changed by others|was changed|conflict|still|refused \d+ events|Some overdue/i;
