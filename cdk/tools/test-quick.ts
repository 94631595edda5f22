/** `npm run test:quick`: the unit tests of what was changed since main, by room and area; more words go to vitest. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { quickTests } from './quick-tests.ts';

const git = (...words: string[]) =>
  execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);

const base = startOfBranch();
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
const tests = quickTests(changed).filter((path) => existsSync(path));
const projects = ['units', 'large', 'alone'].flatMap((name) => ['--project', name]);
const { status } = spawnSync('vitest', ['run', ...projects, ...tests, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

/** Where this branch left main; the last commit in a clone that has no main. */
function startOfBranch(): string {
  try {
    return git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD';
  } catch {
    return 'HEAD';
  }
}
