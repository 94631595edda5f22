import { defineInvariant } from './define-invariant.ts';

export const noFaultsOfOurs = defineInvariant({
  name: 'no-faults-of-ours',
  number: 14,
  sentence: 'Nothing fails by itself: a handler throws only where a fault makes it throw.',
  atEnd({ world }, report) {
    for (const { functionName, message } of world.failures) {
      if (!EXPECTED.test(message)) report(`${functionName} failed: ${message}`);
    }
  },
});

/** The names of faults and their consequences in the handlers that encounter them. */
const EXPECTED =
  /simulated|too often|died|no connection|connection reset|did not answer|took as long|lease|busy|being|looking again|changed by others|was changed|conflict|still|refused \d+ events|Some overdue/i;
