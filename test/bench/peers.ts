/**
 * `npm run bench:peers`: the service's solver and others from their public packages on the same instances, each on one core for the
 * same time, every plan judged by one checker. `test/bench/peers/README.md` says how the others are installed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPlan, type PeerPlan, type Verdict } from './peers/check-plan.ts';
import { classicInstance, type PeerInstance, richInstances } from './peers/instance.ts';
import { writePeerTable } from './peers/write-table.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    files: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    'vrp-cli': { type: 'string', default: 'vrp-cli' },
    only: { type: 'string' },
    each: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(flags.seconds);
const each = Number(flags.each);
if (!(seconds >= 1) || !(Number.isInteger(each) && each >= 0)) {
  console.error(
    'usage: bench:peers -- [--seconds S] [--files DIR] [--each N] [--python PROGRAM] [--vrp-cli PROGRAM] [--only rich] [--write]',
  );
  process.exit(2);
}

const HERE = import.meta.dirname;

/** A program of the comparison. */
interface Peer {
  readonly name: string;
  readonly command: readonly string[];
  /** Prints its version; a program that cannot is not installed. */
  readonly version: readonly string[];
}

const inPython = (name: string, file: string, module: string): Peer => ({
  name,
  command: [flags.python, join(HERE, 'peers', file)],
  version: [
    flags.python,
    '-c',
    `import ${module}; from importlib.metadata import version; print(version('${name === 'VROOM' ? 'pyvroom' : name.toLowerCase().replace('-', '')}'))`,
  ],
});
const PEERS: readonly Peer[] = [
  {
    name: 'this solver',
    command: [process.execPath, join(HERE, 'peers', 'own-solver.ts')],
    version: [process.execPath, '--version'],
  },
  inPython('VROOM', 'vroom_peer.py', 'vroom'),
  inPython('PyVRP', 'pyvrp_peer.py', 'pyvrp'),
  inPython('OR-Tools', 'ortools_peer.py', 'ortools'),
  {
    name: 'vrp-cli',
    command: [flags.python, join(HERE, 'peers', 'vrp_cli_peer.py')],
    version: [flags['vrp-cli'], '--version'],
  },
];

/** How a program did on an instance. */
export interface Outcome {
  readonly peer: string;
  readonly instance: string;
  readonly kind: PeerInstance['kind'];
  /** Why there is no plan: what it cannot express, or how it failed. */
  readonly missing: string | undefined;
  readonly verdict: Verdict | undefined;
  readonly seconds: number;
}

const installed = PEERS.filter((peer) => {
  const [program = '', ...args] = peer.version;
  const asked = spawnSync(program, args, { encoding: 'utf8' });
  const isThere = asked.status === 0;
  console.log(`${peer.name}: ${isThere ? asked.stdout.trim() : 'not installed, left out'}`);
  return isThere;
});
const instances = [...(flags.only === 'rich' ? [] : classics()), ...richInstances()];
const needed = installed.length * instances.length * seconds;
console.log(`${instances.length} instances, ${seconds} s each: about ${Math.ceil(needed / 60)} minutes.\n`);

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-peers-'));
const outcomes: Outcome[] = [];
for (const instance of instances) {
  const file = join(directory.path, `${instance.name}.json`);
  writeFileSync(file, JSON.stringify(instance));
  for (const peer of installed) {
    const outcome = run(peer, instance, file);
    outcomes.push(outcome);
    const { verdict, missing } = outcome;
    const said = verdict
      ? `${verdict.cost}${verdict.leftOut > 0 ? `, ${verdict.leftOut} left out` : ''}, ${verdict.vehicles} vehicles${verdict.fault ? `, WRONG: ${verdict.fault}` : ''}`
      : missing;
    console.log(
      `${instance.name.padEnd(22)} ${peer.name.padEnd(12)} ${outcome.seconds.toFixed(1).padStart(5)} s  ${said}`,
    );
  }
}
const table = writePeerTable(
  outcomes,
  installed.map(({ name }) => name),
  { seconds, write: flags.write },
);
console.log(`\n${table}`);

/** The first files of each set, or none without a folder. */
function classics(): readonly PeerInstance[] {
  const folder = flags.files;
  if (folder === undefined || !existsSync(folder)) {
    console.log(
      '--files names no folder with solomon, homberger and lilim: only the rich instances are run.',
    );
    return [];
  }
  return (['solomon', 'homberger', 'lilim'] as const).flatMap((kind) => {
    const names = readdirSync(join(folder, kind))
      .filter((name) => name.endsWith('.txt'))
      .toSorted();
    const step = Math.max(1, Math.floor(names.length / Math.max(1, each)));
    return names
      .filter((_, index) => index % step === 0)
      .slice(0, each)
      .map((name) => classicInstance(join(folder, kind, name), kind));
  });
}

/** Runs a program on one core. */
function run(peer: Peer, { kind, name, ...rest }: PeerInstance, file: string): Outcome {
  const instance = { kind, name, ...rest };
  const [program = '', ...args] = [...onOneCore(), ...peer.command, file, String(seconds)];
  const from = performance.now();
  let missing: string | undefined;
  let verdict: Verdict | undefined;
  try {
    const printed = execFileSync(program, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: (4 * seconds + 60) * 1_000,
      env: { ...process.env, VRP_CLI: flags['vrp-cli'], OMP_NUM_THREADS: '1' },
      maxBuffer: 50_000_000,
    });
    const plan: PeerPlan | { readonly cannot: string } = JSON.parse(printed);
    if ('cannot' in plan) missing = `cannot express ${plan.cannot}`;
    else verdict = checkPlan(instance, plan);
  } catch (error) {
    const [first] = String((error as { stderr?: string }).stderr || error)
      .trim()
      .split('\n')
      .slice(-1);
    missing = `failed: ${first}`;
  }
  return {
    peer: peer.name,
    instance: name,
    kind,
    missing,
    verdict,
    seconds: (performance.now() - from) / 1_000,
  };
}

function onOneCore(): readonly string[] {
  return process.platform === 'linux' ? ['taskset', '-c', String(availableParallelism() - 1)] : [];
}
