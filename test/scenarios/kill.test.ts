import { afterEach, describe, expect, test } from 'vitest';
import { runDemo } from '../demo/run-demo.ts';
import { type KillableCloud, killableCloud } from '../support/killable-cloud.ts';

/** The demo's progress is of interest only when LOGS is set. */
const OUTPUT = {
  isTTY: false,
  write: (text: string) =>
    process.env.LOGS ? process.stdout.write(`${new Date().toISOString()} ${text}`) : true,
};

describe('a local cloud that is killed with -9 and started again', { timeout: 240_000 }, () => {
  let cloud: KillableCloud;
  afterEach(() => cloud?.remove());

  test('in the middle of the demo: every order is delivered, every webhook arrives', async () => {
    cloud = killableCloud();
    const target = await cloud.start();
    let restarted: Promise<unknown> | undefined;
    const report = await runDemo({
      target,
      fast: false,
      output: OUTPUT,
      halfway() {
        restarted = cloud.kill().then(() => cloud.start());
      },
    });
    expect(await restarted).toEqual(target);
    expect(report.missing).toEqual([]);
  });
});
