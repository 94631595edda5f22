import { execFileSync } from 'node:child_process';

/** Command lines of the running processes that mention the directory. */
export function processesOf(directory: string): readonly string[] {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(directory));
}
