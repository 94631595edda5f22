import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type EnvironmentBounds, LOCAL_BOUNDS } from '../../../../../cdk/local/functions/environments.ts';
import type { FunctionSettings } from '../../../../../cdk/local/functions/function-settings.ts';
import { LocalFunctions } from '../../../../../cdk/local/functions/run-functions.ts';
import type { Permissions } from '../../../../../cdk/local/ports.ts';
import { writeFunction } from '../../../../support/write-function.ts';
import { until } from '../support/any-clock.ts';

let functions: LocalFunctions;
let printed = '';

function run(
  source: string,
  settings: Partial<FunctionSettings> = {},
  permissions?: Permissions,
  bounds?: EnvironmentBounds,
): LocalFunctions {
  printed = '';
  functions = new LocalFunctions({
    clock: { skippedMs: new SharedArrayBuffer(8) },
    permissions: permissions ?? { refusal: () => undefined },
    endpoint: 'http://127.0.0.1:1',
    logs: {
      of: () => (text) => {
        printed += text;
      },
      close: async () => undefined,
    },
    bounds,
  });
  for (const name of ['f', 'g', 'h']) functions.add({ ...settingsOf(name, source), ...settings });
  return functions;
}

function settingsOf(name: string, source: string): FunctionSettings {
  return {
    name,
    arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    roleArn: 'arn:aws:iam::000000000000:role/f',
    handler: 'index.handler',
    moduleUrl: pathToFileURL(join(writeFunction(source), 'index.mjs')).href,
    whenBuilt: () => undefined,
    exportName: 'handler',
    timeoutMs: 5_000,
    memoryMb: 128,
    reservedConcurrency: undefined,
    environment: {},
    logGroupName: 'logs',
  };
}

afterEach(() => functions?.stop());

describe('an invocation', () => {
  test('gets its event and a context, and gives back JSON', async () => {
    const { invoke } = bound(
      run(
        `export const handler = async (event, context) => ({ event, left: context.getRemainingTimeInMillis() > 4000, name: context.functionName, memory: context.memoryLimitInMB, id: context.awsRequestId.length, when: new Date(0), nothing: undefined })`,
      ),
    );
    expect(await invoke('f', { a: 1 })).toEqual({
      ok: true,
      payload: {
        event: { a: 1 },
        left: true,
        name: 'f',
        memory: '128',
        id: 36,
        when: '1970-01-01T00:00:00.000Z',
      },
    });
  });

  test('48.1 waits for the code of its function, and says why there is none', async () => {
    const code = Promise.withResolvers<void>();
    const { invoke } = bound(run('export const handler = async () => 1', { whenBuilt: () => code.promise }));
    const waiting = invoke('f', {});
    expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
    code.resolve();
    expect(await waiting).toEqual({ ok: true, payload: 1 });

    const broken = bound(
      run('', { whenBuilt: () => Promise.reject(new Error('Unexpected ")" in order.ts')) }),
    );
    expect(await broken.invoke('f', {})).toMatchObject({
      ok: false,
      errorType: 'Runtime.ImportModuleError',
      errorMessage: 'The function could not be built: Unexpected ")" in order.ts',
    });
  });

  test('that returns nothing gives null', async () => {
    expect(await run('export const handler = () => {}').invoke('f', {})).toEqual({ ok: true, payload: null });
  });

  test.each([
    [
      'an error of its class',
      'export const handler = () => { class Sold extends Error { name = "Sold" }; throw new Sold("out") }',
      'Sold',
      'out',
    ],
    ['a thrown text', 'export const handler = () => { throw "text" }', 'string', 'text'],
    [
      'a result that is no JSON',
      'export const handler = () => 1n',
      'Runtime.MarshalError',
      'Unable to stringify response body: Do not know how to serialize a BigInt',
    ],
    [
      'a missing export',
      'export const other = 1',
      'Runtime.HandlerNotFound',
      'index.handler is undefined or not exported',
    ],
    [
      'a missing module',
      'import "nowhere"; export const handler = 1',
      'Runtime.ImportModuleError',
      /nowhere/,
    ],
    [
      'a missing module of CommonJS',
      'import { createRequire } from "node:module"; createRequire(import.meta.url)("nowhere"); export const handler = 1',
      'Runtime.ImportModuleError',
      /nowhere/,
    ],
    ['a module that breaks', 'throw new RangeError("at load")', 'RangeError', 'at load'],
    [
      'an error nobody waits for',
      'export const handler = () => { setTimeout(() => { throw new TypeError("later") }); return new Promise(() => {}) }',
      'TypeError',
      'later',
    ],
    [
      'a rejection nobody waits for',
      'export const handler = () => { Promise.reject(new TypeError("later")); return new Promise(() => {}) }',
      'Runtime.UnhandledPromiseRejection',
      'TypeError: later',
    ],
    [
      'an exit',
      'export const handler = () => { process.exit(3) }',
      'Runtime.ExitError',
      /exited with error: exit status 3/,
    ],
    [
      'an answer beyond 6 MB',
      'export const handler = () => "x".repeat(6 * 1024 * 1024)',
      'Function.ResponseSizeTooLarge',
      /exceeded maximum allowed payload size/,
    ],
  ])('fails with %s', async (_, source, errorType, errorMessage) => {
    const result = await run(source).invoke('f', {});
    expect(result).toMatchObject({ ok: false, errorType });
    if (!result.ok)
      expect(result.errorMessage).toEqual(
        typeof errorMessage === 'string' ? errorMessage : expect.stringMatching(errorMessage),
      );
  });

  test('beyond its timeout is ended, also in a loop that never yields', async () => {
    const result = await run('export const handler = () => { for (;;); }', { timeoutMs: 200 }).invoke(
      'f',
      {},
    );
    expect(result).toMatchObject({ ok: false, errorType: 'Sandbox.Timedout' });
    expect(printed).toContain('Task timed out after 0.20 seconds');
  });

  test('beyond its memory is ended', async () => {
    const result = await run(
      'export const handler = () => { const held = []; for (;;) held.push(new Array(1e6).fill(held.length)); }',
      { timeoutMs: 60_000 },
    ).invoke('f', {});
    expect(result).toMatchObject({ ok: false, errorType: 'Runtime.OutOfMemory' });
  });

  test('with an event beyond 6 MB is refused', async () => {
    const result = await run('export const handler = () => 1').invoke('f', 'x'.repeat(6 * 1024 * 1024));
    expect(result).toMatchObject({ ok: false, errorType: 'RequestEntityTooLargeException' });
  });

  test('of an unknown function, or by somebody who may not, is refused', async () => {
    const permissions: Permissions = {
      refusal: (principal) => ('role' in principal ? 'may not' : undefined),
    };
    const { invoke } = bound(run('export const handler = () => 1', {}, permissions));
    expect(await invoke('unknown', {})).toMatchObject({ ok: false, errorType: 'ResourceNotFoundException' });
    expect(await invoke('f', {}, { role: 'r' })).toMatchObject({
      ok: false,
      errorType: 'AccessDeniedException',
      errorMessage: 'may not',
    });
    expect(await invoke('arn:aws:lambda:us-east-1:000000000000:function:f', {})).toEqual({
      ok: true,
      payload: 1,
    });
  });

  test('beyond the reserved concurrency is throttled', async () => {
    const { invoke } = bound(
      run('export const handler = () => new Promise((done) => setTimeout(done, 100))', {
        reservedConcurrency: 1,
      }),
    );
    const results = await Promise.all([invoke('f', {}), invoke('f', {})]);
    expect(results.map((result) => result.ok || result.errorType)).toEqual([
      true,
      'TooManyRequestsException',
    ]);
  });
});

describe('execution environments', () => {
  const COUNTING = `
const thread = crypto.randomUUID(); let running = 0; let most = 0;
export const handler = async ({ ms }) => {
  running += 1; most = Math.max(most, running);
  await new Promise((done) => setTimeout(done, ms));
  running -= 1;
  return { most, thread };
};`;

  test('run one invocation at a time', async () => {
    const { invoke } = bound(run(COUNTING));
    const results = await Promise.all(Array.from({ length: 5 }, () => invoke('f', { ms: 10 })));
    expect(results.map((result) => result.ok && result.payload)).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ most: 1 })),
    );
    expect(
      new Set(results.map((result) => result.ok && (result.payload as { thread: string }).thread)).size,
    ).toBe(1);
    expect(functions.idle()).toBe(true);
  });

  test('become more when the work waits on others', async () => {
    const { invoke } = bound(run(COUNTING));
    const results = await Promise.all(Array.from({ length: 3 }, () => invoke('f', { ms: 2000 })));
    expect(
      new Set(results.map((result) => result.ok && (result.payload as { thread: string }).thread)).size,
    ).toBe(3);
  });

  const HANGING = `
export const handler = async ({ hangs }) => {
  if (!hangs) return 'done';
  const open = new BroadcastChannel('open');
  await new Promise((resolve) => { open.onmessage = resolve; });
  open.close();
  return 'done';
};`;
  const BOUNDS = { ofOneFunction: 2, together: 2, forRequests: 1, ofAKind: 1, idleMs: 50 };
  const GATEWAY = { service: 'apigateway.amazonaws.com', sourceArn: '' };

  test('are bounded for all functions together; a request need not wait for the work of others', async () => {
    const { invoke } = bound(run(HANGING, {}, undefined, BOUNDS));
    const open = new BroadcastChannel('open');
    onTestFinished(() => open.close());
    const hanging = [invoke('f', { hangs: true }), invoke('g', { hangs: true })];
    let hasRun = false;
    const waiting = invoke('h', {}).then((result) => {
      hasRun = true;
      return result;
    });
    expect(await invoke('h', {}, GATEWAY)).toEqual({ ok: true, payload: 'done' });
    expect(hasRun).toBe(false);
    // Repeated until it is heard, because the threads may not be listening yet.
    const saying = setInterval(() => open.postMessage('open'), 5);
    expect(await Promise.all([...hanging, waiting])).toMatchObject(
      Array.from({ length: 3 }, () => ({ payload: 'done' })),
    );
    clearInterval(saying);
  });

  test('end with their thread when it has nothing to do', async () => {
    const { invoke } = bound(run('export const handler = () => 1', {}, undefined, BOUNDS));
    await Promise.all([invoke('f', {}), invoke('g', {})]);
    expect(functions.threads).toBe(1);
    await until(() => functions.threads === 0);
    expect(await invoke('f', {})).toMatchObject({ ok: true });
  });

  test('share threads, of which requests have their own, and functions that compute for long one each', async () => {
    const { invoke } = bound(run('export const handler = () => 1'));
    for (const name of ['f', 'g', 'h']) await invoke(name, {});
    expect(functions.threads).toBe(1);
    await invoke('g', {}, GATEWAY);
    expect(functions.threads).toBe(1);
    await functions.stop();

    const apart = bound(run('export const handler = () => 1'));
    await apart.invoke('f', {});
    await apart.invoke('g', {}, GATEWAY);
    expect(functions.threads).toBe(2);
    await functions.stop();

    const large = bound(run('export const handler = () => 1', { memoryMb: 1769 }));
    for (const name of ['f', 'g', 'h']) await large.invoke(name, {});
    expect(functions.threads).toBe(3);
  });

  const ONE_THREAD = { ...LOCAL_BOUNDS, ofAKind: 1 };

  const SHARING = `
import { loads } from './shared.mjs';
const seen = process.env.OWN; let calls = 0;
export const handler = async () => {
  calls += 1;
  await new Promise((done) => setTimeout(done, 20));
  process.stdout.write('I am ' + process.env.OWN);
  return { seen, sees: process.env.OWN, id: process.env.AWS_ACCESS_KEY_ID, all: Object.keys(process.env).length > 5, other: process.env.OTHER ?? null, calls, loads };
};`;

  test('of one thread share modules, and neither variables nor output nor their own state', async () => {
    const outputs = new Map<string, string>();
    functions = new LocalFunctions({
      clock: { skippedMs: new SharedArrayBuffer(8) },
      permissions: { refusal: () => undefined },
      endpoint: 'http://127.0.0.1:1',
      logs: {
        of: (name) => (text) => void outputs.set(name, (outputs.get(name) ?? '') + text),
        close: async () => undefined,
      },
      bounds: ONE_THREAD,
    });
    const first = settingsOf('f', SHARING);
    writeFileSync(
      new URL('shared.mjs', first.moduleUrl),
      'globalThis.loads = (globalThis.loads ?? 0) + 1; export const { loads } = globalThis;',
    );
    writeFileSync(new URL('second.mjs', first.moduleUrl), SHARING);
    functions.add({ ...first, environment: { OWN: 'first', OTHER: 'x' } });
    functions.add({
      ...first,
      name: 'g',
      moduleUrl: new URL('second.mjs', first.moduleUrl).href,
      environment: { OWN: 'second' },
    });
    const { invoke } = bound(functions);
    const common = { all: true, calls: 1, loads: 1 };
    expect(await Promise.all([invoke('f', {}), invoke('g', {})])).toEqual([
      { ok: true, payload: { ...common, seen: 'first', sees: 'first', id: 'f', other: 'x' } },
      { ok: true, payload: { ...common, seen: 'second', sees: 'second', id: 'g', other: null } },
    ]);
    expect(functions.threads).toBe(1);
    expect(outputs).toEqual(
      new Map([
        ['f', 'I am first'],
        ['g', 'I am second'],
      ]),
    );
  });

  test.each([
    ['an error that nobody waits for', 'setTimeout(() => { throw new Error("alone") })', 'Error'],
    ['a rejection', 'Promise.reject(new Error("alone"))', 'Runtime.UnhandledPromiseRejection'],
    ['an exit', 'setTimeout(() => process.exit(1))', 'Runtime.ExitError'],
    ['its timeout', '', 'Sandbox.Timedout'],
  ])('%s ends one, and lets others in its thread come to their end', async (_, breaking, errorType) => {
    const source = `export const handler = async ({ breaks }) => {
      if (breaks) { ${breaking}; return new Promise(() => {}); }
      await new Promise((done) => setTimeout(done, 500));
      return 'done';
    };`;
    run(source, {}, undefined, ONE_THREAD);
    // On a busy machine, what breaks can take longer than the time-out of the row that waits for one.
    functions.add({ ...settingsOf('g', source), timeoutMs: breaking ? 60_000 : 100 });
    const { invoke } = bound(functions);
    const other = invoke('f', {});
    expect(await invoke('g', { breaks: true })).toMatchObject({ ok: false, errorType });
    // A new thread: code of the broken one may still run in the old one.
    expect(await invoke('h', { breaks: false })).toEqual({ ok: true, payload: 'done' });
    expect(await other).toEqual({ ok: true, payload: 'done' });
    expect(functions.threads).toBe(1);
  });

  test('answer what waits when the cloud stops', async () => {
    const { invoke } = bound(run(COUNTING));
    const waiting = [invoke('f', { ms: 60_000 }), invoke('f', { ms: 60_000 })];
    await new Promise((done) => setTimeout(done, 50));
    await functions.stop();
    for (const result of await Promise.all(waiting))
      expect(result).toMatchObject({ ok: false, errorType: 'Sandbox.Stopped' });
  });
});

function bound(target: LocalFunctions) {
  return { invoke: target.invoke.bind(target) };
}
