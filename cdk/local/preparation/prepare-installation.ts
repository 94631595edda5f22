/**
 * The last step of `npm ci` and `npm install`: makes what a first start would wait for, so that it is as fast as later
 * ones. A failure is no failure of the installation: the start makes what is missing and says what is wrong with it.
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stop } from 'esbuild';
import { sentenceOf } from '../sentence-of.ts';
import { stepsToMake } from './kept-steps.ts';
import { makeStep } from './make-step.ts';
import { shareSteps } from './shared-steps.ts';

const DIRECTORY = fileURLToPath(new URL(`../../../dist/installing-${process.pid}`, import.meta.url));

// Lambda runs in UTC.
process.env.TZ = 'UTC';

try {
  const order = stepsToMake(DIRECTORY, {});
  for (const step of order.steps) await makeStep(order, step);
  if (order.steps.length > 0) shareSteps(DIRECTORY, order);
  // Only for its compiled code, which Node keeps.
  await import('../start-from-settings.ts');
} catch (error) {
  console.error(`npm start will take longer the first time: ${sentenceOf(error)}`);
} finally {
  rmSync(DIRECTORY, { recursive: true, force: true });
  await stop();
}
