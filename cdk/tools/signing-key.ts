/**
 * `npm run signing-key -- add`, `-- show` and `-- drop`: the steps of changing the key from which webhook secrets are derived. It
 * takes the `--context` of the deployment.
 */
import { randomBytes } from 'node:crypto';
import { KEY_STEPS, type KeyStep } from '../../lib/platform/core/signing-keys.ts';
import { awsCli } from '../aws-cli.ts';
import { sentenceOf } from '../local/sentence-of.ts';
import { contextOf } from '../read-context.ts';
import { changeKey, findSigningSecret } from '../signing-key/change-key.ts';

const NEXT = {
  add: 'The new key signs as well. After ten minutes, take the step `show`.',
  show: 'Secrets are shown as the new key makes them. When receivers have theirs, take the step `drop`.',
  drop: 'The key before is gone.',
} as const;

try {
  const { stage, region, words } = contextOf(process.argv.slice(2));
  const [step] = words;
  if (words.length !== 1 || !isStep(step))
    throw new Error(
      'Use `npm run signing-key -- add --context stage=prod`, and `show` and `drop` after it in place of `add`.',
    );
  const call = awsCli(region);
  const secretId = await findSigningSecret(call, `delivery-${stage.name}-retained`);
  await changeKey(call, secretId, {
    step,
    created: randomBytes(48).toString('base64url'),
    nowMs: Date.now(),
  });
  console.log(NEXT[step]);
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}

function isStep(word: string | undefined): word is KeyStep {
  return KEY_STEPS.some((step) => step === word);
}
