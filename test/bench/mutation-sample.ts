/**
 * `npm run mutation:sample`: the score of `npm run mutation` by area, estimated from random stretches of code, because
 * all mutants take hours. `--lines` sets how many lines of each area are drawn (80), `--seed` which.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../simulation/world/random.ts';

/** The areas that `.stryker.json` names. */
const AREAS = ['dispatch', 'table', 'events', 'timers', 'webhooks', 'tenancy'];

/** Lines per stretch: long enough for whole statements, short enough for many places. */
const STRETCH = 8;

/** Results of a mutant that count as found; all others survived, or no test reached them. */
const FOUND = ['Killed', 'Timeout'];

interface StrykerSettings {
  readonly mutate: readonly string[];
  readonly thresholds: object;
}

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

const { values } = parseArgs({
  options: { lines: { type: 'string', default: '80' }, seed: { type: 'string', default: '1' } },
});

const directory = mkdtempSync(join(tmpdir(), 'mutation-'));
const whole = JSON.parse(readFileSync('.stryker.json', 'utf8')) as StrykerSettings;
/** Files that are checked otherwise: describe-key by the documents that it writes (`npm run generate -- --check`). */
const LEFT_OUT = whole.mutate.filter((pattern) => pattern.startsWith('!'));

try {
  const fileName = join(directory, 'report.json');
  const config = join(directory, 'stryker.json');
  const mutate = AREAS.flatMap((area) => stretchesOf(area, Number(values.lines)));
  writeFileSync(
    config,
    JSON.stringify({
      ...whole,
      mutate,
      jsonReporter: { fileName },
      thresholds: { ...whole.thresholds, break: null },
    }),
  );
  spawnSync('stryker', ['run', config], { stdio: 'inherit' });
  const { files } = JSON.parse(readFileSync(fileName, 'utf8')) as Report;
  for (const area of AREAS) {
    const ends = Object.entries(files)
      .filter(([file]) => file.split('/')[2] === area)
      .flatMap(([, { mutants }]) => mutants.map(({ status }) => status))
      .filter((status) => status !== 'Ignored');
    const found = ends.filter((status) => FOUND.includes(status)).length;
    console.log(`${area}: ${found} of ${ends.length}, ${((found / ends.length) * 100).toFixed(0)} %`);
  }
} finally {
  rmSync(directory, { recursive: true });
}

/** Random stretches of an area's code, in the form that Stryker takes; each line is equally likely. */
function stretchesOf(area: string, lines: number): readonly string[] {
  const random = new Random(`${values.seed} ${area}`);
  const places = globSync(`lib/*/${area}/**/*.ts`)
    .filter((file) => !LEFT_OUT.includes(`!${file}`))
    .toSorted()
    .flatMap((file) => {
      const length = readFileSync(file, 'utf8').split('\n').length;
      return Array.from({ length: Math.ceil(length / STRETCH) }, (_, index) => {
        const first = index * STRETCH + 1;
        return `${file}:${first}-${Math.min(first + STRETCH - 1, length)}`;
      });
    });
  return random.shuffle(places).slice(0, Math.ceil(lines / STRETCH));
}
