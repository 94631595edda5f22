/**
 * `npm run check`: everything that a change must pass; exit code 1 at the first script that fails. `npm run check -- code`
 * is all of it but the tests through the local cloud, and `npm run check -- scenarios` is those.
 */
import { spawn } from 'node:child_process';

/** Each of these uses one processor: two run at a time, so that neither core of two is idle. */
const SIDE_BY_SIDE = [['types'], ['build:client', 'lint', 'dead-code', 'generate -- --check']] as const;

/** The compiler collects its garbage less often: it needs a fifth less of a processor, and memory that a machine has. */
const ENVIRONMENT = { GOGC: '400', ...process.env };

/** The tests of a part: they use both processors by themselves. */
const TESTS = new Map([
  ['all', 'test'],
  ['code', 'test -- --project !scenarios'],
  ['scenarios', 'test -- --project scenarios'],
]);

const [part = 'all'] = process.argv.slice(2);
const tests = TESTS.get(part);
if (tests === undefined) {
  console.error(`There is no part "${part}" of the check: use one of ${[...TESTS.keys()].join(', ')}.`);
  process.exitCode = 1;
} else {
  const outcomes = part === 'scenarios' ? [] : await Promise.all(SIDE_BY_SIDE.map(inTurn));
  process.exitCode = outcomes.every(Boolean) && (await run(tests, 'inherit')) ? 0 : 1;
}

/** Whether all of these succeeded; stops at the first that does not. */
async function inTurn(scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) if (!(await run(script, 'pipe'))) return false;
  return true;
}

/** Runs an npm script. Piped output appears as a whole when it ends, as two scripts write at once. */
async function run(script: string, output: 'pipe' | 'inherit'): Promise<boolean> {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', ...script.split(' ')], {
    stdio: ['ignore', output, output],
    env: ENVIRONMENT,
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => written.push(text));
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(written.join(''));
  console.log(`npm run ${script}: ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s\n`);
  return code === 0;
}
