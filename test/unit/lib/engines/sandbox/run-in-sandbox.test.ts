import { describe, expect, it } from 'vitest';
import { runInSandbox } from '../../../../../lib/engines/sandbox/run-in-sandbox.ts';
import type { SandboxLimits } from '../../../../../lib/engines/sandbox/sandbox-limits.ts';
import { BREAKS, REACHES } from '../../../../support/attacks/sandbox-attacks.ts';

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

/** What a block with 16 MB and its thread add to the process: 30 MB when measured. */
const MOST_MEMORY = 100 * 1024 * 1024;

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

describe('attempts to escape the sandbox', () => {
  it('are at least 90', () => expect(REACHES.length + BREAKS.length).toBeGreaterThanOrEqual(90));

  it.each(REACHES)('finds no %s', async (_, code) => {
    const { value, problem } = await run(code);
    expect(problem ?? value).toMatch(/^undefined$|not defined|not a function|cannot read/i);
  });

  it.each(BREAKS)('ends %s soon, and takes no more memory than the block may have', async (_, code) => {
    const before = process.memoryUsage().rss;
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const { problem, value } = await run(code, { milliseconds: 200 });
    clearInterval(sampling);
    expect([typeof problem, value]).toEqual(['string', undefined]);
    expect(problem!.length).toBeLessThanOrEqual(2_000);
    expect(most - before).toBeLessThan(MOST_MEMORY);
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
