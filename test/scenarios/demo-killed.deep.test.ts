import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { type DemoTarget, demoApi } from '../demo/api.ts';
import { runDemo } from '../demo/run-demo.ts';
import { scenario as test } from '../support/scenario.ts';

/** The demo's progress is printed only when LOGS is set. */
const OUTPUT = {
  isTTY: false,
  write: (text: string) =>
    process.env.LOGS ? process.stdout.write(`${new Date().toISOString()} ${text}`) : true,
};

/**
 * Until the kill everything takes its normal time, so that the kill meets waits; after the restart waits are skipped.
 */
describe('a local cloud that is killed with -9 and started again', () => {
  test('in the middle of the demo: every order is delivered, every webhook arrives', async ({ killable }) => {
    const target = await killable.start();
    const restart = async () => {
      await killable.kill();
      const again = await killable.start();
      await demoApi(again).call('POST', '/_local/clock', { skipping: true });
      return again;
    };
    let restarted: Promise<DemoTarget> | undefined;
    const report = await runDemo({
      target,
      fast: false,
      withProviders: false,
      output: OUTPUT,
      picture: join(killable.directory, 'routes.svg'),
      halfway() {
        restarted = restart();
      },
    });
    expect(await restarted).toEqual(target);
    expect(report.missing).toEqual([]);
  });
});
