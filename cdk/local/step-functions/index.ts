import { randomUUID } from 'node:crypto';
import { openStore } from '../open-store.ts';
import type {
  AwsService,
  CloudContext,
  CloudPart,
  ExecutionEvent,
  RecentExecution,
  ResourceType,
} from '../ports.ts';
import { createApi } from './api/index.ts';
import type { StepFunctionsParts } from './dependencies.ts';
import { Engine } from './engine.ts';
import { compileDefinition } from './language/compile-definition.ts';
import { type StateMachine, stateMachineArn } from './state-machine.ts';
import { stateMachineType } from './state-machine-type.ts';
import {
  createStore,
  type ExecutionStatus,
  type HistoryRow,
  NAME_RETENTION_MS,
  SCHEMA,
  type Store,
} from './store.ts';

export type { StepFunctionsParts } from './dependencies.ts';

/** A running execution as the status page shows it. */
export interface RunningExecution {
  readonly arn: string;
  readonly stateMachine: string;
  readonly name: string;
  readonly startMs: number;
  /** States of its threads: state names, with the time at which a waiting one continues. */
  readonly states: readonly { readonly name: string; readonly phase: string; readonly wakeMs?: number }[];
}

/** What the status page reads. */
export interface StepFunctionsStatus {
  /** Executions by state machine ARN and status. */
  readonly counts: readonly {
    readonly machineArn: string;
    readonly status: ExecutionStatus;
    readonly count: number;
  }[];
  /** The newest ones. */
  readonly running: readonly RunningExecution[];
}

export interface StepFunctions {
  readonly service: AwsService;
  readonly resourceTypes: readonly ResourceType[];
  /** Resumes the executions of earlier runs. Call once all resources are created. */
  start(): void;
  /** At most `limit` running executions, the newest. */
  statusOf(limit: number): StepFunctionsStatus;
  /** At most `limit` executions, running and ended, the newest first. */
  recent(limit: number): readonly RecentExecution[];
  /** At most `limit` events of an execution, from its beginning. */
  eventsOf(arn: string, limit: number): readonly ExecutionEvent[] | undefined;
}

/**
 * AWS Step Functions for standard and express state machines in JSONPath. Throws when the database cannot be
 * opened; creating a state machine with an unsupported feature throws an error that names machine, state and
 * field.
 */
export function createStepFunctions(parts: StepFunctionsParts): StepFunctions {
  const { dataDirectory } = parts;
  const place = dataDirectory === undefined ? { memory: true as const } : { dataDirectory };
  const database = openStore(place, 'step-functions', SCHEMA);
  const store = createStore(database);
  const engine = new Engine(parts, store);
  const machines = new Map<string, StateMachine>();

  const service = createApi(
    {
      store,
      engine,
      machines,
      clock: parts.clock,
      random: parts.random ?? { uuid: randomUUID, fraction: Math.random },
    },
    {
      idle: async () => engine.idle(),
      async stop() {
        engine.stop();
        if (database.isOpen) database.close();
      },
    },
  );

  const type = stateMachineType(({ name, roleArn, type, definitionText }) => {
    compileDefinition(name, definitionText);
    const arn = stateMachineArn(name);
    const definition = store.saveDefinition(arn, name, roleArn, definitionText);
    machines.set(arn, { arn, name, roleArn, type, definition, definitionText, createdMs: parts.clock.now() });
  });

  return Object.freeze({
    service,
    resourceTypes: Object.freeze([type]),
    start() {
      forgetOld(store, parts.clock.now());
      engine.start();
    },
    recent: (limit: number) =>
      store.newest(limit).map(({ arn, machineName, name, status, startMs }) => ({
        arn,
        stateMachine: machineName,
        name,
        status,
        startedAt: new Date(startMs).toISOString(),
      })),
    eventsOf(arn: string, limit: number) {
      const execution = store.executionByArn(arn);
      return execution && store.history(execution.id, 0, limit, false).map(eventOf);
    },
    statusOf(limit: number): StepFunctionsStatus {
      return {
        counts: store.countByStatus(),
        running: store.running(limit).map((execution) => ({
          arn: execution.arn,
          stateMachine: execution.machineName,
          name: execution.name,
          startMs: execution.startMs,
          states: store.framesOf(execution.id).map((frame) => ({
            name: frame.state,
            phase: frame.phase,
            ...(frame.wakeMs === null ? {} : { wakeMs: frame.wakeMs }),
          })),
        })),
      };
    },
  });
}

/** Running executions on the status page. */
const SHOWN = 200;

/** Executions of its list, and events of one. */
const LISTED = 100;
const EVENTS = 500;

function eventOf({ type, atMs, details }: HistoryRow): ExecutionEvent {
  const state = /"name":"([^"]+)"/.exec(details)?.[1];
  return { at: new Date(atMs).toISOString(), type, ...(state === undefined ? {} : { state }), details };
}

/** Step Functions as a part of the local cloud. Rejects when its state is damaged. */
export async function stepFunctionsPart(context: CloudContext): Promise<CloudPart> {
  const { service, resourceTypes, start, statusOf, recent, eventsOf } = createStepFunctions(context);
  return {
    resourceTypes,
    services: [service],
    begin: async () => start(),
    recentExecutions: () => recent(LISTED),
    executionEvents: (arn) => eventsOf(arn, EVENTS),
    async state() {
      const executions = statusOf(SHOWN).running.flatMap(({ arn, stateMachine, startMs, states }) =>
        states.map(({ name, wakeMs }) => ({
          arn,
          stateMachine,
          state: name,
          startedAt: new Date(startMs).toISOString(),
          ...(wakeMs === undefined ? {} : { wakesAt: new Date(wakeMs).toISOString() }),
        })),
      );
      return { executions };
    },
    stop: () => service.stop(),
  };
}

/** Ended executions are kept as long as their names are taken, as on AWS. */
function forgetOld(store: Store, nowMs: number): void {
  store.transaction(() => {
    for (const { id } of store.endedBefore(nowMs - NAME_RETENTION_MS)) store.deleteExecution(id);
  });
}
