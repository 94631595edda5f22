import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { invariants } from './invariants/index.ts';
import { loads } from './load/index.ts';
import { toCome } from './load/to-come.ts';
import { withBug } from './planted/plant.ts';
import { plantedBugs } from './planted/planted-bugs.ts';
import { FAULT_NAMES } from './world/faults.ts';
import { routeKeys } from './world/gateway.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));
const ROOT = new URL('../../', import.meta.url);

describe('the simulation', () => {
  it('holds for 200 seeds and for those that broke once', { timeout: 400_000 }, async () => {
    // Two processors, two processes: each has its own time and its own randomness.
    const halves = [
      ['--seeds', '100', '--pinned'],
      ['--seeds', '100', '--from', '101'],
    ];
    const outcomes = await Promise.all(
      halves.map((half) =>
        promisify(execFile)(process.execPath, [CLI, ...half], { maxBuffer: 16 * 1024 * 1024 }).then(
          ({ stdout }) => stdout,
          ({ stdout, stderr }) => `${stdout}${stderr}`,
        ),
      ),
    );
    for (const outcome of outcomes) expect(outcome).toMatch(/^\d+ seeds, 0 broken/);
  });

  it('is the same for the same seed', { timeout: 60_000 }, async () => {
    const trace = () =>
      promisify(execFile)(process.execPath, [CLI, '--seed', '17', '--trace'], {
        maxBuffer: 64 * 1024 * 1024,
      });
    const [one, other] = await Promise.all([trace(), trace()]);
    expect(one.stdout === other.stdout && one.stdout.length > 1_000).toBe(true);
  });

  it('has a generator for every endpoint, or says why it is to come', () => {
    const driven = new Set(loads.flatMap(({ drives }) => drives));
    const awaited = new Set(toCome.flatMap(({ endpoints }) => endpoints));
    expect(routeKeys.filter((key) => !driven.has(key) && !awaited.has(key))).toEqual([]);
    expect([...driven, ...awaited].filter((key) => !routeKeys.includes(key))).toEqual([]);
    expect([...awaited].filter((key) => driven.has(key))).toEqual([]);
  });

  it('names each of its invariants once, and has some for each number of the list', () => {
    const names = invariants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const numbers = new Set(invariants.map(({ number }) => number));
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  it('has a README that names every fault, invariant and planted bug', () => {
    const text = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
    const names = [...FAULT_NAMES, ...[...invariants, ...plantedBugs].map(({ name }) => name)];
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(plantedBugs)('can be given the bug $name: $sentence', (bug) => {
    const text = readFileSync(new URL(bug.file, ROOT), 'utf8');
    expect(withBug(text, bug)).not.toBe(text);
  });
});
