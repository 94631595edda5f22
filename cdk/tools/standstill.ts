/**
 * `npm run standstill -- stop` and `-- start`: everything of a stage that writes stops, or starts again. It takes the
 * `--context` of the deployment.
 */
import { awsCli } from '../aws-cli.ts';
import { sentenceOf } from '../local/sentence-of.ts';
import { contextOf } from '../read-context.ts';
import { functionsIn, startAll, stopAll } from '../restore/standstill.ts';
import { deployedUnits } from '../units.ts';

try {
  const { stage, region, words } = contextOf(process.argv.slice(2));
  const [to] = words;
  if (words.length !== 1 || (to !== 'stop' && to !== 'start'))
    throw new Error('Use `npm run standstill -- stop --context stage=prod`, or `start` in place of `stop`.');
  const functions = functionsIn(`delivery-${stage.name}`, deployedUnits);
  const call = awsCli(region);
  if (to === 'stop') await stopAll(call, functions);
  else await startAll(call, functions, { reserves: stage.reservesConcurrency });
  console.log(
    `${functions.length} functions of the stage "${stage.name}" ${to === 'stop' ? 'stand still' : 'run again'}.`,
  );
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
