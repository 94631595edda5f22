import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FunctionEnvironment } from '../../../../../cdk/local/functions/function-environment.ts';
import type { FunctionSettings } from '../../../../../cdk/local/functions/function-settings.ts';
import { FunctionThread } from '../../../../../cdk/local/functions/function-thread.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';
import { writeFunction } from '../../../../support/write-function.ts';

/** Threads that are ended for one kind of work; `npm run test:deep` ends 1,000 in all. */
const THREADS = propertyRuns(16, 250);
/** Threads at a time. */
const AT_ONCE = 8;

/** What a thread does while it is ended; each creates compressing streams all the time. */
const WORK = {
  'streams, one after the other': `
    const more = () => { for (let i = 0; i < 20; i += 1) zlib.createGzip().on('data', () => undefined).end('x'); setImmediate(more); };
    more();`,
  'replies that are unpacked': `
    const packed = zlib.gzipSync('x'.repeat(1000));
    const more = () => { for (let i = 0; i < 20; i += 1) zlib.createGunzip().on('data', () => undefined).end(packed); setImmediate(more); };
    more();`,
  'a loop that compresses and never yields': `for (;;) gzipSync('x'.repeat(100));`,
  'a loop that creates streams and never yields': `for (;;) new zlib.Gzip().close();`,
};

const settings: Omit<FunctionSettings, 'moduleUrl'> = {
  name: 'f',
  arn: 'arn:aws:lambda:us-east-1:000000000000:function:f',
  roleArn: 'arn:aws:iam::000000000000:role/f',
  handler: 'index.handler',
  whenBuilt: () => undefined,
  exportName: 'handler',
  timeoutMs: 60_000,
  memoryMb: 128,
  reservedConcurrency: undefined,
  environment: {},
  logGroupName: 'logs',
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('48.2 ending a busy thread', () => {
  test.each(Object.entries(WORK))('does not end the process: %s', async (_, work) => {
    const directory = writeFunction(`
      import zlib, { gzipSync } from 'node:zlib';
      export const handler = () => new Promise(() => { setImmediate(() => { ${work} }); });
      void gzipSync;`);
    const moduleUrl = pathToFileURL(join(directory, 'index.mjs')).href;
    let ended = 0;
    const endOne = async (index: number) => {
      const thread = new FunctionThread({
        skippedMs: new SharedArrayBuffer(8),
        isBackground: false,
        isShared: true,
        memoryMb: 128,
        print: () => undefined,
      });
      const environment = new FunctionEnvironment(
        { ...settings, moduleUrl },
        { endpoint: 'http://127.0.0.1:1', print: () => undefined },
        thread,
      );
      environment.take();
      const invoked = environment.invoke(`request-${index}`, '{}');
      while (environment.busyMs === 0) await pause(5);
      // Each at another moment of its work.
      await pause(10 + (index % 37));
      await thread.end();
      expect((await invoked).ok).toBe(false);
      ended += 1;
    };
    for (let from = 0; from < THREADS; from += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_each, index) => endOne(from + index)));
    }
    expect(ended).toBeGreaterThanOrEqual(THREADS);
  });
});
