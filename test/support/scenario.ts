import { inject, test } from 'vitest';
import { dispatchStory } from './dispatch-story.ts';
import { killableCloud } from './killable-cloud.ts';
import { runCloud } from './running-cloud.ts';
import { spawnCloud } from './spawn-cloud.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/**
 * A test through the local cloud. It names the fixtures that it wants; only those are started, and they are stopped
 * again.
 *
 * One for all tests of a file:
 * - `skipsWaits`: whether the clock of `local` skips waits; false unless overridden;
 * - `isOnDisk`: whether the state of `local` is in a folder, as that of `npm start`; false unless overridden;
 * - `local`: a local cloud from the assembly of the scenarios' global set-up;
 * - `tenant`: an organization in it, with a key that has all rights.
 *
 * One for each test:
 * - `story`: an organization in `local` whose orders are dispatched and whose webhooks are recorded;
 * - `receiver`: a webhook receiver that answers as configured;
 * - `killable`: a local cloud in a separate process, not yet started;
 * - `dataDirectory`: an empty directory;
 * - `npmStart`: starts `npm start` in `dataDirectory`.
 */
export const scenario = test
  .extend('skipsWaits', { scope: 'file' }, false)
  .extend('isOnDisk', { scope: 'file' }, false)
  .extend('local', { scope: 'file' }, async ({ skipsWaits, isOnDisk }, { onCleanup }) => {
    const local = await runCloud({
      assemblyDirectory: inject('assemblyDirectory'),
      ...(isOnDisk && { dataDirectory: temporaryDirectory('local') }),
    });
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
