import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findPlantedBugs } from './planted/find-planted-bugs.ts';
import { plant } from './planted/plant.ts';
import { chooseFaults } from './world/choose-faults.ts';
import type { FaultName } from './world/faults.ts';

const PINNED = new URL('./pinned-seeds.json', import.meta.url);

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    pin: { type: 'string' },
    why: { type: 'string' },
    pinned: { type: 'boolean', default: false },
    plant: { type: 'string' },
    planted: { type: 'boolean', default: false },
    'until-broken': { type: 'boolean', default: false },
    faults: { type: 'string' },
    without: { type: 'string' },
  },
});

/** A seed that broke once and must hold from now on. */
interface Pinned {
  readonly seed: number;
  readonly why: string;
}

/** Ends the process once everything is written: to a pipe, lines are written after the call that prints them. */
async function end(code: number): Promise<never> {
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  process.exit(code);
}

/** The kinds of faults that the command line selects. Ends the process when it names an unknown one. */
async function chosenFaults(): Promise<readonly FaultName[]> {
  try {
    return chooseFaults({ only: values.faults, without: values.without });
  } catch (error) {
    console.error((error as Error).message);
    return end(1);
  }
}

const pinned = () => JSON.parse(readFileSync(PINNED, 'utf8')) as readonly Pinned[];

const kinds = await chosenFaults();

if (values.planted) await end((await findPlantedBugs(Number(values.seeds ?? 1000))) ? 0 : 1);
if (values.plant) plant(values.plant);
// Loaded only now, because a planted bug changes what is loaded.
const { runSeed } = await import('./run-seed.ts');
const { shrink } = await import('./shrink.ts');

if (values.pin !== undefined) {
  const seed = Number(values.pin);
  const { broken } = await runSeed(seed);
  const why = values.why ?? broken[0];
  if (why === undefined)
    throw new Error(`Seed ${seed} does not break: say why it is to be pinned with --why.`);
  const all = [...pinned().filter((one) => one.seed !== seed), { seed, why }].sort((a, b) => a.seed - b.seed);
  writeFileSync(PINNED, `${JSON.stringify(all, null, 2)}\n`);
  console.log(`Pinned seed ${seed}: ${why}`);
  await end(0);
}

if (values.seed !== undefined) {
  let result = await runSeed(Number(values.seed), { isTraced: values.trace, kinds });
  if (values.shrink && result.broken.length > 0) {
    const shrunken = await shrink(result, kinds);
    result = shrunken.result;
    console.log(`Shrunk in ${shrunken.runs} runs to ${result.faults.length} faults:`);
    for (const fault of result.faults) console.log(`  ${fault}`);
  }
  if (values.trace && result.trace) console.log(result.trace.join('\n'));
  console.log(`${result.faults.length} faults, ${result.events} events, ${result.orders} orders`);
  for (const one of result.broken) console.log(one);
  await end(result.broken.length > 0 ? 1 : 0);
}

const from = Number(values.from);
const count = Number(values.seeds ?? (values.minutes ? Number.POSITIVE_INFINITY : 100));
const seeds = function* () {
  if (values.pinned) yield* pinned().map(({ seed }) => seed);
  for (let seed = from; seed < from + count; seed += 1) yield seed;
};
const startedAt = performance.now();
const untilMs = values.minutes ? startedAt + Number(values.minutes) * 60_000 : Number.POSITIVE_INFINITY;
let [broken, done, simulatedMs, orders] = [0, 0, 0, 0];
for (const seed of seeds()) {
  if (performance.now() > untilMs) break;
  const result = await runSeed(seed, { kinds }).catch((error) => ({
    broken: [`The simulation failed: ${error?.stack ?? error}`],
    simulatedMs: 0,
    orders: 0,
  }));
  done += 1;
  simulatedMs += result.simulatedMs;
  orders += result.orders;
  if (result.broken.length === 0) continue;
  broken += 1;
  console.log(`seed ${seed}: ${result.broken.slice(0, 3).join('\n  ')}`);
  if (values['until-broken']) break;
}
const seconds = (performance.now() - startedAt) / 1000;
console.log(
  `${done} seeds, ${broken} broken, ${seconds.toFixed(1)} s: ${((done / seconds) * 60).toFixed(0)} seeds a minute, ` +
    `${(orders / seconds).toFixed(1)} orders and ${(simulatedMs / 3_600_000 / seconds).toFixed(0)} hours a second.`,
);
await end(broken > 0 ? 1 : 0);
