import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { areas } from '../../../functions/api/index.ts';
import { storeReferrers } from '../../../functions/api/stores/deps.ts';
import { zoneReferrers } from '../../../functions/api/zones/deps.ts';
import { eventListeners } from '../../../functions/compose/event-listeners.ts';
import { eventRoutes } from '../../../functions/compose/event-routes.ts';
import { madeFrom } from '../../../functions/compose/made-from.ts';
import { optimizationScheduler } from '../../../functions/compose/optimization-scheduler.ts';
import type { PackedFiles } from '../../../functions/compose/packed-files.ts';
import { placesInTable } from '../../../functions/compose/places.ts';
import { tellingItems } from '../../../functions/compose/telling-items.ts';
import { tenancyDeps } from '../../../functions/compose/tenancy-deps.ts';
import { toolCatalogue } from '../../../functions/compose/tool-catalogue.ts';
import { serveAuthorizer } from '../../../functions/workers/authorize.ts';
import { worker as carryOptimization } from '../../../functions/workers/carry-optimization.ts';
import { worker as closeWindows, closingDeps } from '../../../functions/workers/close-windows.ts';
import { followingDeps } from '../../../functions/workers/follow-windows.ts';
import { queueWorkers } from '../../../functions/workers/index.ts';
import { worker as keepOptimizationSchedules } from '../../../functions/workers/keep-optimization-schedules.ts';
import { worker as syncSchedules } from '../../../functions/workers/keep-schedules.ts';
import { worker as solvePart } from '../../../functions/workers/solve-part.ts';
import { worker as startScheduledOptimization } from '../../../functions/workers/start-scheduled-optimization.ts';
import { worker as startScheduledWorkflow } from '../../../functions/workers/start-scheduled-workflow.ts';
import { worker as stepAgentRun } from '../../../functions/workers/step-agent-run.ts';
import { worker as stepSimulation } from '../../../functions/workers/step-simulation.ts';
import { worker as sweepTimers } from '../../../functions/workers/sweep-timers.ts';
import { noMapGeocoder } from '../../../lib/engines/geocoding/index.ts';
import { scriptedModel } from '../../../lib/engines/models/index.ts';
import { estimatedTravel } from '../../../lib/engines/travel/index.ts';
import { pushKeysOf } from '../../../lib/fleet/driver-app/index.ts';
import { ownFleet } from '../../../lib/fleet/own-fleet/provider/index.ts';
import type { DueDispatchDeps } from '../../../lib/fulfilment/dispatch/index.ts';
import { organizationProviders, providerAccounts } from '../../../lib/fulfilment/providers/accounts/index.ts';
import { providerRegistry } from '../../../lib/fulfilment/providers/index.ts';
import { strategyOf } from '../../../lib/fulfilment/strategies/index.ts';
import { newInsightMemory } from '../../../lib/operations/insight/index.ts';
import { windowBookings, windowCutoffs } from '../../../lib/ordering/windows/index.ts';
import { lendCredential } from '../../../lib/people/tenancy/index.ts';
import { productsInTable } from '../../../lib/places/catalogue/index.ts';
import { storesInTable } from '../../../lib/places/stores/index.ts';
import { zonesInTable } from '../../../lib/places/zones/index.ts';
import { changeNotes } from '../../../lib/platform/changes/index.ts';
import type { Log } from '../../../lib/platform/core/log.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  DEAD_LETTER_QUEUE_VARIABLE,
  listenersIn,
  QUEUE_VARIABLE,
  type QueueWorker,
  routeEvents,
  routingTable,
  sendEvents,
  serveQueueWorker,
  serveTaskWorker,
  type TaskWorker,
} from '../../../lib/platform/events/index.ts';
import { type Area, serveArea } from '../../../lib/platform/http/index.ts';
import {
  type CoreDeps,
  functionVariable,
  machineVariable,
  queueVariable,
  type StateMachine,
} from '../../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../../lib/platform/storage/index.ts';
import { Table } from '../../../lib/platform/table/index.ts';
import type { AgentRunDeps } from '../../../lib/reactions/agents/index.ts';
import { carryNewRun, type RunRow, unansweredRuns } from '../../../lib/reactions/automations/index.ts';
import { amazonWorkflowScheduler } from '../../../lib/reactions/automations/schedules/index.ts';
import { synchronousWorkflows } from '../../../lib/reactions/automations/synchronous/synchronous-workflows.ts';
import { CHANNELS, type Channel, positionSettings } from '../../../lib/reactions/notifications/index.ts';
import { createPatience } from '../../../lib/reactions/webhooks/index.ts';
import { memoryCredentials } from '../../support/memory-credentials.ts';
import {
  machineClient,
  OWN_DEAD_LETTERS,
  OWN_QUEUE,
  queueClient,
  queueUrl,
  tableClient,
} from './aws-clients.ts';
import { BUCKET_ENVIRONMENT, bucketFetch } from './bucket-fetch.ts';
import type { Carrier } from './carriers.ts';
import type { FunctionDefinition, Instance } from './function-pool.ts';
import type { Gateway } from './gateway.ts';
import type { Machines } from './machines.ts';
import type { Phones } from './phones.ts';
import type { Queues } from './queues.ts';
import type { Receivers } from './receivers.ts';
import { functionArn, SCHEDULE_ENVIRONMENT, type Schedules, scheduleClient } from './schedules.ts';
import { serviceThrough } from './service-through.ts';

/** What functions use outside of themselves. */
export interface Outside {
  readonly gateway: Gateway;
  readonly queues: Queues;
  readonly schedules: Schedules;
  readonly machines: Machines;
  readonly carriers: readonly Carrier[];
  readonly receivers: Receivers;
  readonly phones: Phones;
}

/** State machines that functions start. */
export const stateMachines: readonly StateMachine[] = [
  ...new Set(
    [...areas, ...queueWorkers].flatMap(({ uses }) => [...(uses.starts ?? []), ...(uses.runs ?? [])]),
  ),
];

/** Every function of the stack but those of the console: areas, the authorizer, the router, workers and tasks. */
export function functionsOf(outside: Outside): readonly FunctionDefinition[] {
  setEnvironment();
  const credentials = memoryCredentials();
  const deps = (instance: Instance) => ({
    ...dependencies(instance, outside, credentials),
    bucket: s3Bucket(instance.clock, bucketFetch(instance)),
    store: credentials,
    docs: NO_FILES,
  });
  const tasks = [
    sweepTimers,
    stepSimulation,
    carryOptimization,
    solvePart,
    stepAgentRun,
    startScheduledWorkflow,
    startScheduledOptimization,
  ] as unknown as readonly TaskWorker<unknown, CoreDeps>[];
  return [
    {
      name: 'authorize',
      timeoutSeconds: 10,
      make: (instance) => serveAuthorizer(() => coreOf(instance)),
    },
    {
      name: 'route-events',
      timeoutSeconds: 60,
      make: (instance) => {
        const { table, clock } = coreOf(instance);
        const parts = {
          routes: routingTable(eventRoutes, queueUrl('')),
          queue: queueClient(instance, outside.queues),
          log: logOf(instance),
          listeners: listenersIn(table, eventListeners),
          telling: tellingItems,
          onRouted: changeNotes({ table, clock, log: logOf(instance) }, madeFrom),
        };
        return (batch: { readonly Records: never }) => routeEvents(parts, batch.Records);
      },
    },
    ...areas.map((area) => ({
      name: `api-${area.name}`,
      timeoutSeconds: 29,
      make: (instance: Instance) =>
        serveArea(
          area as Area<never>,
          (() => ({ ...deps(instance), ...referrersOf(coreOf(instance), area.name) })) as never,
        ),
    })),
    ...queueWorkers.map((worker) => ({
      name: worker.name,
      timeoutSeconds: worker.timeoutSeconds,
      make: (instance: Instance) =>
        serveQueueWorker(
          worker as unknown as QueueWorker<CoreDeps>,
          () => depsOfWorker(worker.name, deps(instance), scheduleClient(instance, outside.schedules)),
          () => queueClient(instance, outside.queues),
        ),
    })),
    ...tasks.map((worker) => ({
      name: worker.name,
      timeoutSeconds: worker.timeoutSeconds,
      make: (instance: Instance) =>
        serveTaskWorker(worker, () =>
          worker.name === stepAgentRun.name ? agentDeps(instance, outside, deps(instance)) : deps(instance),
        ),
    })),
  ];
}

function setEnvironment(): void {
  process.env[QUEUE_VARIABLE] = OWN_QUEUE;
  process.env[DEAD_LETTER_QUEUE_VARIABLE] = OWN_DEAD_LETTERS;
  process.env.LOG_LEVEL = 'SILENT';
  Object.assign(process.env, BUCKET_ENVIRONMENT, SCHEDULE_ENVIRONMENT);
  for (const { uses } of [...areas, ...queueWorkers, sweepTimers]) {
    for (const worker of uses.sends ?? []) process.env[queueVariable(worker)] = queueUrl(worker);
    for (const machine of uses.starts ?? []) process.env[machineVariable(machine)] = machine.name;
    for (const target of uses.schedules ?? []) process.env[functionVariable(target)] = functionArn(target);
  }
}

/** What the build packs beside a bundle does not exist here. */
const NO_FILES: PackedFiles = { read: () => undefined };

/** What every function has. */
export function coreOf(instance: Instance): CoreDeps {
  const { clock, ids } = instance;
  const nextMark = () => Buffer.from(instance.random.bytes(9)).toString('base64url');
  const client = tableClient(instance);
  return {
    table: new Table({ client, tableName: 'sim', clock, nextMark }),
    clock,
    ids,
    log: logOf(instance),
  };
}

/** Warnings and errors appear in the trace. */
function logOf({ world, functionName }: Instance): Log {
  const tell = (code: string, message: string, fields: object, error?: unknown) =>
    world.tell(functionName, () => {
      const why = error instanceof Error ? ` ${error.message}` : '';
      return `${code}: ${message}${why} ${JSON.stringify(fields)}`;
    });
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (code, message, fields = {}) => tell(code, message, fields),
    error: (code, message, fields = {}, error) => {
      const what = error instanceof Error ? error.message : String(error ?? message);
      world.failures.push({ functionName, message: what });
      tell(code, message, fields, error);
    },
  };
}

type AskedRuns = Parameters<DueDispatchDeps['unansweredRuns']>;

/** Everything that any function depends on, in one instance of it. */
function dependencies(
  instance: Instance,
  { gateway, queues, machines, carriers, receivers, phones }: Outside,
  credentials: ReturnType<typeof memoryCredentials>,
) {
  const base = coreOf(instance);
  const { table, clock } = base;
  const places = placesInTable(table);
  const queue = queueClient(instance, queues);
  const book = providerAccounts({ ...base, store: credentials });
  const orders = {
    ...base,
    geocoder: noMapGeocoder,
    stores: storesInTable(table),
    zones: zonesInTable(table),
    automations: synchronousWorkflows(base),
    products: productsInTable(table),
    strategies: {
      exists: async (organizationId: string, id: string) =>
        !isRefusal(await strategyOf(table, organizationId, id)),
    },
    windows: windowBookings({ table, clock, places }),
    providers: providerRegistry(
      carriers.map((carrier) => carrier.providerFor(instance)),
      organizationProviders(book, noPartners, ownFleet({ ...base, book })),
    ),
  };
  const all = {
    ...orders,
    places,
    unansweredRuns: (...asked: AskedRuns) => unansweredRuns(table, ...asked),
    signingKeys: async () => ['a signing key'],
    sender: receivers.senderFor(instance),
    patience: createPatience(),
    positionSettings: positionSettings(base),
    destinations: { allowLoopback: false },
    simulation: true,
    ...tenancyDeps(base),
    randomSecret: () => instance.random.bytes(32),
    machines: machineClient(instance, machines),
    timers: queue,
    wait: (events: Parameters<typeof sendEvents>[1]) =>
      sendEvents({ client: queue, url: queueUrl('start-timer') }, events),
    later: (events: Parameters<typeof sendEvents>[1], delaySeconds: number) =>
      sendEvents({ client: queue, url: queueUrl('count-facts'), delaySeconds }, events),
    toLake: (events: Parameters<typeof sendEvents>[1], delaySeconds: number) =>
      sendEvents({ client: queue, url: queueUrl('write-lake'), delaySeconds }, events),
    turnMs: LAKE_TURN_MS,
    memory: newInsightMemory(),
    cutoffs: windowCutoffs({ table }),
    travel: estimatedTravel(),
    // With a time limit, the search would find more on a faster machine.
    iterations: SEARCHED,
    model: scriptedModel,
    defaultModel: 'scripted',
    store: credentials,
    send: receivers.partnerFor(instance),
    serviceFor: (headers: Readonly<Record<string, string>>) => serviceThrough(gateway, instance, headers),
    sleep: (milliseconds: number) => instance.world.scheduler.pause(milliseconds),
    pushKeys: async () => PUSH_KEYS,
    sendPush: phones.pushFor(instance),
    channel: phones.channelFor(instance, channelOf(instance.functionName)),
  };
  return { ...all, carryInRequest: (row: RunRow) => carryNewRun(all, row) };
}

const PUSH_KEYS = pushKeysOf('a secret');

/** How long the data lake is written for an organization before others have their turn. */
const LAKE_TURN_MS = 120_000;

/** Plans that the solver tries. */
const SEARCHED = 60;

/** How long the credential that an agent's step borrows is valid. */
const LOAN_MS = 15 * 60_000;

/** What a step of an agent's run needs: a model, and the API with borrowed rights. */
function agentDeps(instance: Instance, { gateway }: Outside, deps: ReturnType<typeof dependencies>) {
  return {
    ...deps,
    model: scriptedModel,
    defaultModel: 'scripted',
    isOfBedrock: true,
    catalogue: toolCatalogue,
    async serviceFor({ organizationId, id, agent, rights }: Parameters<AgentRunDeps['serviceFor']>[0]) {
      const key = await lendCredential(deps, {
        organizationId,
        id,
        name: `Agent ${agent.name}`,
        ...rights,
        milliseconds: LOAN_MS,
      });
      return serviceThrough(gateway, instance, { authorization: `Bearer ${key}` });
    },
  };
}

/** The channel of a worker that sends notifications; other workers have one that they never use. */
function channelOf(functionName: string): Channel {
  return CHANNELS.find((channel) => functionName === `send-${channel}`) ?? 'slack';
}

function noPartners(): never {
  throw new Error('No merchant of the simulation has a partner over HTTP.');
}

function depsOfWorker(
  name: string,
  deps: ReturnType<typeof dependencies>,
  client: SchedulerClient,
): CoreDeps & { readonly book?: object } {
  if (name === syncSchedules.name) return { ...deps, book: amazonWorkflowScheduler(client) };
  if (name === keepOptimizationSchedules.name) return { ...deps, book: optimizationScheduler(client) };
  if (name === closeWindows.name) return closingDeps(deps);
  if (name === 'follow-windows') return followingDeps(deps);
  return deps;
}

/** What areas look up referrers by. */
function referrersOf(base: CoreDeps, area: string): object {
  if (area === 'stores') return { findReferrers: storeReferrers(base) };
  return area === 'zones' ? { findReferrers: zoneReferrers(base) } : {};
}
