import { inject, test } from 'vitest';
import { dispatchStory } from './dispatch-story.ts';
import { killableCloud } from './killable-cloud.ts';
import { runCloud } from './running-cloud.ts';
import { spawnCloud } from './spawn-cloud.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/**
 * A test through the local cloud. It names what it wants to have; only that is started, and it is stopped again.
 *
 * One for all tests of a file:
 * - `skipsWaits`: whether the clock of `local` skips what it would wait for; false unless overridden;
 * - `local`: a local cloud in memory, of the assembly that the scenarios' global set-up has made;
 * - `tenant`: an organization in it, with a key that may do everything.
 *
 * Each test its own:
 * - `story`: an organization in `local` whose orders are dispatched and whose webhooks are kept;
 * - `receiver`: a receiver of webhooks that answers as it is told;
 * - `killable`: a local cloud in a process of its own, not yet started;
 * - `dataDirectory`: an empty directory;
 * - `npmStart`: starts `npm start` on `dataDirectory`.
 */
export const scenario = test
  .extend('skipsWaits', { scope: 'file' }, false)
  .extend('local', { scope: 'file' }, async ({ skipsWaits }, { onCleanup }) => {
    const local = await runCloud({ assemblyDirectory: inject('assemblyDirectory') });
    onCleanup(local.stop);
    local.cloud.clock.setSkipping(skipsWaits);
    return local;
  })
  .extend('tenant', { scope: 'file' }, ({ local }) => local.tenant())
  .extend('story', async ({ local }, { onCleanup }) => {
    const story = await dispatchStory(local);
    onCleanup(story.stop);
    return story;
  })
  .extend('receiver', async ({ onTestFinished }) => {
    const receiver = await startWebhookReceiver();
    onTestFinished(receiver.stop);
    return receiver;
  })
  .extend('killable', ({ onTestFinished }) => {
    const killable = killableCloud();
    onTestFinished(killable.stop);
    return killable;
  })
  .extend('dataDirectory', () => temporaryDirectory('data'))
  .extend('npmStart', ({ dataDirectory, onTestFinished }) => (options?: Parameters<typeof spawnCloud>[1]) => {
    const spawned = spawnCloud(dataDirectory, options);
    onTestFinished(async () => {
      spawned.kill('SIGKILL');
      await spawned.ended;
    });
    return spawned;
  });
