import { defineInvariant } from './define-invariant.ts';

/** Faults that can make a message fail. */
const CAUSES = [
  'crash',
  'restart',
  'outage',
  'throttle',
  'lost-answer',
  'transaction-conflict',
  'partial-send',
  'carrier',
  'receiver',
  'phone',
];

export const deadLettersHaveCauses = defineInvariant({
  name: 'dead-letters-have-causes',
  number: 14,
  sentence: 'A message fails five times only where faults made it fail.',
  atEnd({ world, queues, machines }, report) {
    const faults = world.faults.fired.filter((name) => CAUSES.some((cause) => name.startsWith(cause))).length;
    for (const { worker, body, why, hasComeAgain } of queues.dead) {
      if (why !== 'five failures' || faults < 3 || hasComeAgain)
        report(`${worker} left a message to the dead letters (${why}): ${body.slice(0, 300)}`);
    }
    if (faults < 3) for (const failed of machines.failed) report(`An execution failed: ${failed}`);
  },
});
