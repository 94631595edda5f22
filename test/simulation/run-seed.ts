import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { queueWorkers } from '../../functions/workers/index.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import { invariants, type Observed } from './invariants/index.ts';
import type { Load } from './load/define-load.ts';
import { loads } from './load/index.ts';
import { makeStrategy } from './load/strategies.ts';
import { makeEndpoint } from './load/webhooks.ts';
import { Carrier } from './world/carriers.ts';
import { type FaultName, Faults } from './world/faults.ts';
import { FunctionPool, Instance } from './world/function-pool.ts';
import { coreOf, functionsOf, type Outside, stateMachines } from './world/functions.ts';
import { Gateway } from './world/gateway.ts';
import { useWorldsTime } from './world/globals.ts';
import { Machines } from './world/machines.ts';
import { type Answered, Client, type Merchant } from './world/merchant.ts';
import { Phones } from './world/phones.ts';
import { Queues } from './world/queues.ts';
import { Random } from './world/random.ts';
import { Receivers } from './world/receivers.ts';
import { Schedules } from './world/schedules.ts';
import { Stream } from './world/stream.ts';
import { World } from './world/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ORDINARY_DAY = '2026-03-02T17:00:00Z';

/** What is left out of a run, to find out what is needed to break it. */
export interface Without {
  /** Numbers of actions. */
  readonly actions?: ReadonlySet<number>;
  /** Names of faults that are switched off. */
  readonly faults?: ReadonlySet<string>;
}

/** A day that is the same for every seed, to measure it. */
export interface Day {
  readonly load: Load;
  readonly profile: {
    readonly strength: number;
    readonly pace: number;
    readonly organizations: number;
    readonly carriers: number;
    readonly actions: number;
    readonly spreadMs: number;
  };
  /** Called when everything is set up, before the first action. */
  onStart(world: World): void;
}

/** How a run ended. */
export interface RunResult {
  readonly seed: number;
  /** What broke, in sentences. Empty when everything held. */
  readonly broken: readonly string[];
  /** Names of the invariants that broke. */
  readonly invariants: readonly string[];
  readonly actions: readonly { readonly number: number; readonly name: string }[];
  readonly faults: readonly string[];
  readonly trace: readonly string[] | undefined;
  readonly simulatedMs: number;
  readonly orders: number;
  readonly events: number;
}

/** Runs one seed from its beginning to the quiet at its end. Only the seed decides what happens. */
export async function runSeed(
  seed: number,
  options: {
    readonly isTraced?: boolean;
    /** Kinds of faults that can happen; by default all. */
    readonly kinds?: readonly FaultName[];
    readonly without?: Without;
    /** A day of its own making instead of what the seed draws. */
    readonly day?: Day;
  } = {},
): Promise<RunResult> {
  const draw = new Random(`profile ${seed}`);
  const profile = {
    strength: draw.pick([0, 0.3, 1, 1, 2, 4]),
    pace: draw.pick([3, 10, 10, 60]),
    organizations: draw.pick([1, 1, 2]),
    carriers: draw.between(1, 4),
    actions: draw.between(3, 14),
    spreadMs: draw.pick([20_000, 5 * MINUTE, 40 * MINUTE, 4 * HOUR]),
    startMs: Date.parse(draw.pick([ORDINARY_DAY, '2026-03-08T08:30:00Z', '2026-11-01T07:30:00Z'])),
    ...options.day?.profile,
  };
  const faults = new Faults({
    strength: profile.strength,
    kinds: options.kinds,
    without: options.without?.faults,
  });
  const startMs = faults.isSwitchedOn('clocks-change') ? profile.startMs : Date.parse(ORDINARY_DAY);
  const world = new World({
    seed: String(seed),
    startMs,
    pace: profile.pace,
    faults,
    isTraced: options.isTraced ?? false,
  });
  const restoreTime = useWorldsTime(world);
  try {
    return await run(seed, world, { ...profile, startMs }, options.without ?? {}, options.day);
  } finally {
    restoreTime();
  }
}

async function run(
  seed: number,
  world: World,
  profile: {
    readonly organizations: number;
    readonly carriers: number;
    readonly actions: number;
    readonly spreadMs: number;
    readonly startMs: number;
  },
  without: Without,
  day: Day | undefined,
): Promise<RunResult> {
  const { scheduler, faults } = world;
  const answered: Answered[] = [];
  const receivers = new Receivers();
  const phones = new Phones();
  const outside = { receivers, phones } as { -readonly [Name in keyof Outside]: Outside[Name] };
  const pool = new FunctionPool(world, functionsOf(outside));
  const gateway = new Gateway(world, pool);
  outside.gateway = gateway;
  outside.schedules = new Schedules(world, pool);
  outside.queues = new Queues(world, pool, queueWorkers);
  outside.machines = new Machines(world, pool, outside.queues, stateMachines);
  outside.carriers = Array.from(
    { length: profile.carriers },
    (_, position) =>
      new Carrier(world, position + 1, (cause, { organizationId, providerId, updates }) => {
        void sendNews(gateway, world, cause, { organizationId, providerId, updates });
      }),
  );
  new Stream(world, pool);
  const observed: Observed = {
    world,
    answered,
    carriers: outside.carriers,
    receivers,
    phones,
    queues: outside.queues,
    machines: outside.machines,
    schedules: outside.schedules,
    merchants: [],
  };
  const broken: string[] = [];
  const brokenInvariants = new Set<string>();
  const report = (name: string, what: string) => {
    if (brokenInvariants.has(name) && broken.length > 20) return;
    brokenInvariants.add(name);
    broken.push(`${name}: ${what}`);
    world.tell('BROKEN', `${name}: ${what}`);
  };
  for (const invariant of invariants) invariant.watch?.(observed, (what) => report(invariant.name, what));

  // What exists before anything goes wrong.
  faults.isOn = false;
  const merchants = observed.merchants as Merchant[];
  const drawn = day ? [day.load] : drawLoads(seed);
  const organizations = Math.max(profile.organizations, ...drawn.map((load) => load.organizations ?? 1));
  const settingUp = setUp({ world, gateway, answered, merchants }, organizations, drawn);
  let isSetUp = false;
  void settingUp.then(() => {
    isSetUp = true;
  });
  await scheduler.run(world.now() + HOUR, () => isSetUp);
  if (!isSetUp) throw new Error(`Seed ${seed} could not be set up.`);
  faults.isOn = true;
  day?.onStart(world);

  const every = (ms: number, run: (count: number) => void) => {
    let count = 0;
    const again = () => {
      scheduler.after(
        ms,
        () => {
          run(++count);
          again();
        },
        { isBackground: true },
      );
    };
    again();
  };
  every(5 * MINUTE, (count) => {
    if (isSweepDue(world)) void pool.invoke('sweep-timers', `sweep ${count}`, {}).catch(() => undefined);
  });
  every(MINUTE, (count) => {
    if (faults.happens('restart', world.random(`restart ${count}`), `minute ${count}`)) pool.restart();
  });
  every(6 * HOUR, () => world.db.table.expire(Math.floor(world.now() / 1000)));

  // Who does what when.
  const actions = planActions(world, profile, merchants.length, drawn);
  let running = 0;
  for (const action of actions) {
    if (without.actions?.has(action.number)) continue;
    running += 1;
    scheduler.after(action.afterMs, () => {
      const merchant = merchants[action.merchant]!;
      const client = new Client({ merchant, merchants, world, gateway, name: `a${action.number}`, answered });
      world.tell(merchant.organizationId, `#${action.number}: ${action.name}`);
      void action.run(client).then(() => {
        running -= 1;
      });
    });
  }
  const calmAt = world.now() + profile.spreadMs + 10 * MINUTE;
  await scheduler.run(calmAt, () => false);
  // Everything comes to its end.
  world.calmDown();
  let redriven = 0;
  const deadline = calmAt + 36 * HOUR;
  let quietSince: number | undefined;
  while (world.now() < deadline) {
    for (const letter of outside.queues.dead.slice(redriven)) {
      // Once: a message that fails again although nothing goes wrong any more stays where it is.
      if (!letter.hasComeAgain) outside.queues.of(letter.worker).redrive(letter);
    }
    redriven = outside.queues.dead.length;
    await scheduler.run(Math.min(deadline, world.now() + 6 * MINUTE), () => false);
    // Quiet during two rounds of the sweeper means quiet for good, unless timers are still waiting in their rows.
    if (!scheduler.isQuiet() || running > 0 || dueTimers(world) > 0) quietSince = undefined;
    else if (quietSince === undefined) quietSince = world.now();
    else if (world.now() - quietSince >= 11 * MINUTE) break;
  }
  if (quietSince === undefined)
    report('quiet', `Things went on for 36 hours after the last fault; ${running} requests are open.`);
  for (const invariant of invariants) invariant.atEnd?.(observed, (what) => report(invariant.name, what));
  return {
    seed,
    broken,
    invariants: [...brokenInvariants],
    actions: actions.map(({ number, name }) => ({ number, name })),
    faults: faults.fired,
    trace: world.trace,
    simulatedMs: world.now() - profile.startMs,
    orders: world.items('order').length,
    events: scheduler.events,
  };
}

/** Timers that are armed and due within two days. */
function dueTimers(world: World): number {
  return armedTimers(world).filter((dueMs) => dueMs <= world.now() + 48 * HOUR).length;
}

/** Sweeps with nothing to do are left out: all timers are due soon and wait in queues or executions. */
function isSweepDue(world: World): boolean {
  return armedTimers(world).some((dueMs) => dueMs <= world.now() || dueMs > world.now() + 20 * HOUR);
}

/** When the armed timers are due. */
function armedTimers(world: World): readonly number[] {
  const armed = world.items('timer').filter(({ data }) => data.state === 'armed');
  return armed.map(({ data }) => Date.parse(String(data.dueAt)));
}

function planActions(
  world: World,
  profile: { readonly actions: number; readonly spreadMs: number },
  merchants: number,
  drawnLoads: readonly Load[],
) {
  const draw = world.random('plan');
  const all = drawnLoads.flatMap(({ actions }) => actions);
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  const drawn = () => {
    let left = draw.next() * total;
    return all.find(({ weight }) => {
      left -= weight;
      return left < 0;
    })!;
  };
  const first = all[0]!;
  return Array.from({ length: profile.actions }, (_, index) => {
    const { name, run } = index === 0 ? first : drawn();
    const afterMs = index === 0 ? 0 : Math.floor(draw.next() * profile.spreadMs);
    return { number: index + 1, name, run, afterMs, merchant: draw.between(0, merchants - 1) };
  });
}

/** What the merchants of this seed do: what every seed has, up to three of the other areas, and what chance adds. */
function drawLoads(seed: number): readonly Load[] {
  const draw = new Random(`areas ${seed}`);
  const others = draw.shuffle(loads.filter(({ isDrawn }) => isDrawn)).slice(0, draw.pick([0, 1, 1, 2, 3]));
  return loads.filter((load) => {
    if (load.chance !== undefined) return new Random(`${load.area} ${seed}`).chance(load.chance);
    return !load.isDrawn || others.includes(load);
  });
}

/** Organizations, each with a strategy, an endpoint that gets everything, and whatever its areas need. */
async function setUp(
  {
    world,
    gateway,
    answered,
    merchants,
  }: {
    readonly world: World;
    readonly gateway: Gateway;
    readonly answered: Answered[];
    readonly merchants: Merchant[];
  },
  organizations: number,
  drawn: readonly Load[],
): Promise<void> {
  const operator = new Instance('operator', world, 'set-up');
  const deps = { ...tenancyDeps(coreOf(operator)), randomSecret: () => operator.random.bytes(32) };
  for (let index = 0; index < organizations; index += 1) {
    const { organization, key } = await createOrganization(deps, { name: `Shop ${index + 1}` });
    const known = {
      orders: [],
      jobs: [],
      tasks: [],
      strategies: [],
      endpoints: [],
      quotes: [],
      windows: [],
      others: {},
    };
    const merchant = { organizationId: organization.id, key, known };
    merchants.push(merchant);
    const client = new Client({ merchant, merchants, world, gateway, name: `setup${index}`, answered });
    await makeStrategy(client);
    await makeEndpoint(client);
    for (const load of drawn) await load.setUp?.(client);
  }
}

/** A carrier repeats its message a few times at most, until it is accepted. */
async function sendNews(
  gateway: Gateway,
  world: World,
  cause: string,
  news: { readonly organizationId: string; readonly providerId: string; readonly updates: readonly object[] },
): Promise<void> {
  const { organizationId, providerId, updates } = news;
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const reply = await gateway.request(`${cause}/${attempt}`, 'POST /v1/providers/{providerId}/updates', {
      params: { providerId },
      query: { organizationId },
      body: { updates },
    });
    if (reply && reply.status < 409) return;
    await world.scheduler.pause(world.random(`news again ${cause} ${attempt}`).between(1_000, 20_000));
  }
}
