import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { planNew } from '../../../../cdk/tools/scaffold/plan-new.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const TREE = ['cdk', 'functions', 'lib', 'test', 'biome.json', 'package.json', 'tsconfig.json', '.gitignore'];

/** Rules over all code, which what is written must keep as well. */
const RULES = ['boundaries', 'outgoing-requests', 'parameters', 'retries', 'value-sets'].map(
  (rule) => `test/unit/${rule}.test.ts`,
);

describe('npm run new, in a copy of the tree', () => {
  const copy = temporaryDirectory('new');
  const run = (command: string, ...args: string[]) =>
    spawnSync(join(copy, 'node_modules', '.bin', command), args, {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' },
    });
  const make = (...args: string[]) => run('node', 'cdk/tools/new.ts', ...args);

  beforeAll(() => {
    for (const entry of TREE) cpSync(join(ROOT, entry), join(copy, entry), { recursive: true });
    cpSync(join(ROOT, 'vitest.config.ts'), join(copy, 'vitest.config.ts'));
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  });

  it('writes units that compile, are formatted, keep to the boundaries and pass their tests', () => {
    const commands = [
      ['endpoint', 'orders', 'weigh-order', 'PUT', '/v1/orders/{id}/weight'],
      ['endpoint', 'parcels', 'count-parcels', 'GET', '/v1/parcels/count'],
      ['worker', 'count-parcels', 'order.created', 'delivery.created'],
      ['worker', 'sweep-parcels', '--schedule', 'rate(1 hour)'],
      ['provider', 'city-bikes'],
      ['action', 'greet-customer'],
    ];
    const replies = commands.map((args) => make(...args));
    expect(replies.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
      commands.map(() => ({ status: 0, stderr: '' })),
    );
    const written = replies.flatMap(({ stdout }) =>
      [...stdout.matchAll(/^wrote (.+)$/gm)].map(([, path]) => path!),
    );
    const tests = written.filter((path) => path.endsWith('.test.ts'));
    // An action has two: what it plans, and how to carry that out.
    expect(tests).toHaveLength(commands.length + 1);

    // Only what was written and what it imports: the whole tree takes several times as long.
    const project = { extends: './tsconfig.json', include: [], files: written };
    writeFileSync(join(copy, 'tsconfig.written.json'), JSON.stringify(project));
    // Several threads check much of it twice: 60 s of processors' time instead of 23 s.
    const compiled = run('tsc', '--noEmit', '--singleThreaded', '--project', 'tsconfig.written.json');
    expect(compiled.stdout).toBe('');
    const checked = run('biome', 'check', '--error-on-warnings', ...new Set(written));
    expect(checked.stderr).not.toContain('━');
    expect(checked.status).toBe(0);
    const all = [...RULES, ...tests];
    const tested = run('vitest', 'run', '--project', 'units', ...all);
    expect(tested.stdout + tested.stderr).toMatch(new RegExp(`Test Files.* ${all.length} passed`));

    expect(readFileSync(join(copy, 'functions/api/orders/index.ts'), 'utf8')).toContain('    weighOrder,');
    expect(readFileSync(join(copy, 'functions/api/index.ts'), 'utf8')).toContain('parcelsArea');
  }, 240_000);

  it('refuses in one sentence, writes nothing and ends with exit code 1', () => {
    const { status, stderr, stdout } = make('worker', 'fire-timer');
    expect({ status, stderr, stdout }).toEqual({
      status: 1,
      stderr: 'functions/workers/fire-timer.ts already exists: choose another name.\n',
      stdout: '',
    });
  });
});

it.each([
  [[], 'Say what to create. Kinds are endpoint, worker, provider, action.\n\nUsage:'],
  [['entity', 'x'], 'There is no kind "entity".'],
  [['endpoint'], 'The area is missing.'],
  [
    ['endpoint', 'orders', 'CountOrders', 'GET', '/v1/x'],
    'The name of the endpoint "CountOrders" is not in kebab-case',
  ],
  [['endpoint', 'orders', 'count-orders', 'FETCH', '/v1/x'], 'The method "FETCH" is not one of GET'],
  [['endpoint', 'orders', 'count-orders', 'GET', 'v1/x'], 'The path "v1/x" is not of the form'],
  [['endpoint', 'orders', 'get-order', 'GET', '/v1/x'], 'functions/api/orders/get-order.ts already exists'],
  [
    ['endpoint', 'parcels', 'get-order', 'GET', '/v1/x'],
    'The operation getOrder already exists: GET /v1/order/{id}.',
  ],
  [
    ['endpoint', 'orders', 'see-order', 'GET', '/v1/order/{orderId}'],
    'The route GET /v1/order/{id} already exists',
  ],
  [['worker', 'count-orders', 'order.creatd'], 'There is no event "order.creatd". Use one of order.archived'],
  [['worker', 'count-orders', '--schedule', 'hourly'], 'The schedule "hourly" is not of the form'],
  [['worker', 'count-orders', 'order.created', '--schedule', 'rate(1 hour)'], 'not both'],
  [['provider', 'simulators'], 'lib/fulfilment/providers/simulators already exists'],
  [['action', 'add-tag'], 'lib/engines/workflows/actions/add-tag.ts already exists'],
  [['action'], 'The name of the action is missing.'],
  [['provider', 'City_Bikes'], 'The name of the provider "City_Bikes" is not in kebab-case'],
])('npm run new -- %j says "%s"', async (args, sentence) => {
  await expect(planNew(ROOT, args)).rejects.toThrow(sentence);
});
