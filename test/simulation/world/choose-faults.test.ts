import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { chooseFaults } from './choose-faults.ts';
import { FAULT_NAMES, Faults } from './faults.ts';
import { Random } from './random.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));

describe('the faults of a run', () => {
  it('are all of them, unless told otherwise', () => {
    expect(chooseFaults({})).toEqual(FAULT_NAMES);
  });

  it('are those that are named, without those that are left out', () => {
    expect(chooseFaults({ only: 'restart, throttle' })).toEqual(['throttle', 'restart']);
    expect(chooseFaults({ without: 'clock-skew' })).toEqual(
      FAULT_NAMES.filter((name) => name !== 'clock-skew'),
    );
    expect(chooseFaults({ only: 'throttle,restart', without: 'restart' })).toEqual(['throttle']);
    expect(chooseFaults({ only: '' })).toEqual([]);
  });

  it('have names that are checked', () => {
    expect(() => chooseFaults({ only: 'throtle' })).toThrow(
      '--faults: "throtle" is not a kind of fault. Use any of: crash-before, crash-after,',
    );
    expect(() => chooseFaults({ without: 'rain' })).toThrow('--without: "rain" is not a kind of fault.');
  });

  it.each(FAULT_NAMES)('never happen when they are switched off: %s', (name) => {
    const tries = (faults: Faults) =>
      Array.from({ length: 200 }, (_, index) => faults.happens(name, new Random(`try ${index}`), 'here'));
    // Each kind then happens in about half of all tries.
    const strength = 1_000;
    expect(tries(new Faults({ strength, kinds: [name] }))).toContain(true);
    expect(tries(new Faults({ strength, kinds: chooseFaults({ without: name }) }))).not.toContain(true);
  });

  it('are chosen on the command line', { timeout: 60_000 }, async () => {
    const run = (...options: readonly string[]) =>
      promisify(execFile)(process.execPath, [CLI, '--seed', '5', '--trace', ...options], {
        maxBuffer: 64 * 1024 * 1024,
      });
    const calm = await run('--faults', '');
    expect(calm.stdout).toMatch(/^0 faults, \d+ events/m);
    await expect(run('--faults', 'rain')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"rain" is not a kind of fault'),
    });
  });
});
