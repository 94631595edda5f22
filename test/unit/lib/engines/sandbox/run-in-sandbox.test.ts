import { describe, expect, it } from 'vitest';
import { runInSandbox } from '../../../../../lib/engines/sandbox/run-in-sandbox.ts';
import type { SandboxLimits } from '../../../../../lib/engines/sandbox/sandbox-limits.ts';

const LIMITS: SandboxLimits = {
  milliseconds: 60_000,
  memoryBytes: 16 * 1024 * 1024,
  stackBytes: 256 * 1024,
  calls: 300,
  parallelCalls: 8,
  outputCharacters: 10_000,
  logLines: 500,
  argumentCharacters: 20_000,
  argumentCharactersInAll: 100_000,
  answerCharacters: 50_000,
};

/** Runs code with one function that returns its arguments and one that refuses. */
async function run(code: string, limits: Partial<SandboxLimits> = {}) {
  const called: string[] = [];
  const outcome = await runInSandbox(
    code,
    {
      names: ['echo', 'refuse'],
      async call(name, given) {
        called.push(name);
        return name === 'refuse'
          ? { error: { code: 'NOT_FOUND', message: 'There is no order.', details: { id: 'ord_1' } } }
          : { value: given };
      },
    },
    { ...LIMITS, ...limits },
  );
  return { ...outcome, called };
}

describe('code mode (specification 8)', () => {
  it('returns what the code returns, with what it logged', async () => {
    const { value, log, calls } = await run(`
      const [a, b] = await Promise.all([api.echo({ n: 1 }), api.echo({ n: 2 })]);
      console.log('sum', { of: [a.n, b.n] });
      return a.n + b.n;`);
    expect({ value, log, calls }).toEqual({ value: 3, log: ['sum {"of":[1,2]}'], calls: 2 });
  });

  it('throws a refusal as an error with its code, which the code can catch', async () => {
    const { value } = await run(`
      try { await api.refuse({}); } catch (error) { return [error.code, error.message, error.details.id]; }`);
    expect(value).toEqual(['NOT_FOUND', 'There is no order.', 'ord_1']);
    expect((await run('await api.refuse({})')).problem).toContain('There is no order.');
  });

  it('makes at most 300 calls a block', async () => {
    const outcome = await run('for (let n = 0; n < 400; n += 1) await api.echo({ n });');
    expect(outcome.problem).toContain('more than 300 calls');
    expect(outcome.called).toHaveLength(300);
    const atOnce = await run('await Promise.all(Array.from({ length: 400 }, (_, n) => api.echo({ n })));');
    expect(atOnce.problem).toContain('more than 300 calls');
    expect(atOnce.called.length).toBeLessThanOrEqual(300);
  });

  it('shows errors of the code', async () => {
    expect((await run('return unknownName;')).problem).toContain('unknownName');
    expect((await run('return (')).problem).toBeDefined();
    expect((await run('await new Promise(() => {});')).problem).toContain('never happens');
  });

  it('returns null where the code returns nothing', async () => {
    expect(await run('1 + 1')).toMatchObject({ value: null, calls: 0 });
  });
});

/** Attempts to reach beyond the sandbox: each must find nothing there. */
const REACHES: readonly (readonly [string, string])[] = [
  ['process', 'return typeof process;'],
  ['require', 'return typeof require;'],
  ['module', 'return typeof module;'],
  ['fetch', 'return typeof fetch;'],
  ['XMLHttpRequest', 'return typeof XMLHttpRequest;'],
  ['WebSocket', 'return typeof WebSocket;'],
  ['Buffer', 'return typeof Buffer;'],
  ['setTimeout', 'return typeof setTimeout;'],
  ['WebAssembly', 'return typeof WebAssembly;'],
  ['Deno', 'return typeof Deno;'],
  ['the standard library of the interpreter', 'return typeof std === typeof os ? typeof std : "found";'],
  ['process of the global', 'return typeof globalThis.process;'],
  ['process by a new function', "return typeof Function('return this')().process;"],
  ['process by a constructor', "return typeof console.log.constructor('return this')().process;"],
  ['process by a constructor of the api', "return typeof api.echo.constructor('return this')().process;"],
  [
    'process by an async constructor',
    "return typeof (await (async () => {}).constructor('return globalThis')()).process;",
  ],
  [
    'process by a generator',
    "return typeof (function* () {}).constructor('return this.process')().next().value;",
  ],
  ['process by indirect eval', "return typeof (0, eval)('this').process;"],
  [
    'process by an error',
    "try { null.x } catch (error) { return typeof error.constructor.constructor('return this')().process; }",
  ],
  [
    'process by an error of the api',
    "try { await api.refuse({}) } catch (error) { return typeof error.constructor.constructor('return this')().process; }",
  ],
  [
    'process by a reply',
    "return typeof (await api.echo({})).constructor.constructor('return this')().process;",
  ],
  [
    'process by a promise of the api',
    "return typeof api.echo({}).constructor.constructor('return this')().process;",
  ],
  ['the function of the host', 'return typeof call;'],
  ['the log of the host', 'return typeof log;'],
  [
    'the caller of a function',
    "'use strict'; try { return typeof api.echo.caller; } catch { return 'undefined'; }",
  ],
  ['the environment by the api', 'return typeof api.process;'],
  ['the prototype of the api', 'return typeof api.constructor;'],
  ['names of objects in the api', "return typeof api['__proto__'];"],
  [
    'a call site',
    "Error.prepareStackTrace = (_, sites) => sites; const { stack } = new Error('x'); return typeof stack?.[0]?.getThis;",
  ],
];

/** Attempts to use up or break what is outside: each must end soon, with a problem. */
const BREAKS: readonly (readonly [string, string])[] = [
  ['an endless loop', 'for (;;) {}'],
  ['a loop that catches', 'for (;;) { try { for (;;) {} } catch {} }'],
  ['a loop of promises', 'const again = () => Promise.resolve().then(again); await again();'],
  ['a recursion', 'const f = () => f() + 1; return f();'],
  ['a regular expression without end', "return /^(a+)+$/.test('a'.repeat(40) + 'b');"],
  ['an array bomb', 'const all = []; for (;;) all.push(new Array(100000).fill(1));'],
  ['a string bomb', "let s = 'x'; for (;;) s += s;"],
  ['a buffer bomb', 'const all = []; for (;;) all.push(new ArrayBuffer(1000000));'],
  [
    'a bomb that catches',
    'const all = []; for (;;) { try { all.push(new Array(100000).fill(1)); } catch {} }',
  ],
  ['a log bomb', "for (;;) console.log('x'.repeat(1000));"],
  ['49.2.3 a bomb of empty lines', "for (;;) console.log('');"],
  ['49.2.3 a bomb of empty lines that catches', "for (;;) { try { console.log(''); } catch {} }"],
  ['49.2.3 a bomb of one huge line', "console.log('x'.repeat(8000000));"],
  [
    '49.2.3 a bomb of arguments',
    "const s = 'x'.repeat(15000); for (;;) { try { await api.echo({ s }); } catch {} }",
  ],
  ['49.2.3 a thrown bomb', "throw { message: 'x'.repeat(8000000) };"],
  ['49.2.3 a thrown bomb of values', 'throw Array.from({ length: 200000 }, (_, n) => ({ n }));'],
  ['a result bomb', "return 'x'.repeat(200000);"],
  ['a toJSON loop', 'return { toJSON() { for (;;) {} } };'],
  ['a getter loop in arguments', 'await api.echo({ get x() { for (;;) {} } });'],
  ['a hung iterator', 'for (const _ of { [Symbol.iterator]: () => ({ next: () => ({}) }) }) {}'],
  ['an import', "await import('node:fs');"],
  ['a static import', "import fs from 'node:fs';"],
];

describe('attempts to escape the sandbox', () => {
  it('are at least 40', () => expect(REACHES.length + BREAKS.length).toBeGreaterThanOrEqual(40));

  it.each(REACHES)('finds no %s', async (_, code) => {
    const { value, problem } = await run(code);
    expect(problem ?? value).toMatch(/^undefined$|not defined|not a function|cannot read/i);
  });

  it.each(BREAKS)('ends %s', async (_, code) => {
    const { problem, value } = await run(code, { milliseconds: 800 });
    expect([typeof problem, value]).toEqual(['string', undefined]);
  });

  it.each([
    [
      'replaces JSON',
      "JSON.parse = () => ({ value: 'forged' }); JSON.stringify = () => '[]'; return (await api.echo({ n: 1 })).n;",
    ],
    [
      'poisons prototypes',
      "Object.prototype.toJSON = () => 'evil'; Array.prototype.map = () => 'evil'; return (await api.echo({})).n;",
    ],
    ['replaces a function of the api', "api.echo = () => 'forged'; return (await api.echo({ n: 1 })).n;"],
    ['replaces the api', "globalThis.api = { echo: () => 'forged' }; return (await api.echo({ n: 1 })).n;"],
    ['replaces Promise.prototype.then', "Promise.prototype.then = () => 'evil'; return 1;"],
    ['closes the wrapper', '})(); globalThis.leak = 1; (async () => { return 2;'],
  ])('keeps the host whole when the code %s', async (_, code) => {
    const { called } = await run(code);
    expect(called.every((name) => name === 'echo')).toBe(true);
    expect(({} as Record<string, unknown>).toJSON).toBeUndefined();
    expect(await run('return (await api.echo({ n: 1 })).n;')).toMatchObject({ value: 1 });
  });

  it('49.2.3 copies no argument, line, error or result that exceeds its bound', async () => {
    const large = await run(`
      const told = [];
      try { await api.echo({ s: 'x'.repeat(25000) }); } catch ({ code, message }) { told.push(code, message); }
      try { await api.echo({ s: 'x'.repeat(30000) }); } catch ({ code }) { told.push(code); }
      return told;`);
    expect(large.value).toEqual([
      'VALIDATION_ERRORS',
      expect.stringContaining('at most 20000'),
      'VALIDATION_ERRORS',
    ]);
    expect(large.called).toEqual([]);
    const thrown = await run("throw { message: 'x'.repeat(8000000) };");
    expect(thrown.problem!.length).toBeLessThanOrEqual(2_000);
    const lines = await run("for (;;) console.log('');", { milliseconds: 5_000 });
    expect(lines.log.length).toBeLessThanOrEqual(500);
    expect(lines.problem).toContain('500 lines');
    const answers = await runInSandbox(
      'try { await api.big({}); } catch ({ message }) { return message; }',
      { names: ['big'], call: async () => ({ value: 'x'.repeat(100_000) }) },
      LIMITS,
    );
    expect(answers.value).toContain('at most 50000');
  });

  it('gives a name that is no function of the api nothing', async () => {
    expect((await run("return await api['delete']({});")).problem).toBeDefined();
  });

  it('makes no call after its end', async () => {
    const called: string[] = [];
    const slow = async (name: string) => {
      called.push(name);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { value: {} };
    };
    const outcome = await runInSandbox(
      'Promise.all(Array.from({ length: 50 }, () => api.echo({}))); return 1;',
      { names: ['echo'], call: slow },
      { ...LIMITS, parallelCalls: 2 },
    );
    expect(outcome.value).toBe(1);
    const atEnd = called.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(called).toHaveLength(atEnd);
  });
});
