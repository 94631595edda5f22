/**
 * `npm run preflight`: whether an account is ready for a deployment, before anything is created in it. It takes the
 * `--context` of the deployment and changes nothing; exit code 1 when the deployment would fail.
 */
import * as z from 'zod';
import { BEDROCK_MODEL } from '../../functions/compose/installed-model.ts';
import { awsCli } from '../aws-cli.ts';
import { reservedIn } from '../fixed-functions.ts';
import { sentenceOf } from '../local/sentence-of.ts';
import { checkAccount } from '../preflight/check-account.ts';
import { contextOf } from '../read-context.ts';
import { routeKeysOf } from '../route-keys.ts';
import { deployedUnits } from '../units.ts';

const MARKS = { ready: 'ready  ', warning: 'WARNING', problem: 'PROBLEM' } as const;

try {
  const { stage, region } = contextOf(process.argv.slice(2));
  const ask = awsCli(region);
  const caller = z.object({ Account: z.string() }).parse(await ask('sts', 'get-caller-identity'));
  console.log(`Stage "${stage.name}" in account ${caller.Account}, ${region}:\n`);
  const checked = await checkAccount(ask, {
    stage,
    region,
    routes: routeKeysOf(deployedUnits.areas).length,
    reservedConcurrency: reservedIn(deployedUnits),
    model: BEDROCK_MODEL,
  });
  for (const { verdict, name, message } of checked) console.log(`${MARKS[verdict]} ${name}: ${message}`);
  const problems = checked.filter(({ verdict }) => verdict === 'problem').length;
  console.log(
    problems === 0
      ? '\nThe account is ready for the deployment.'
      : `\nThe deployment would fail: ${problems === 1 ? 'one problem' : `${problems} problems`}.`,
  );
  process.exitCode = problems === 0 ? 0 : 1;
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
