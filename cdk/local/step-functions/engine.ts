import { randomUUID } from 'node:crypto';
import { createDueAlarm, type DueAlarm } from '../due-alarm.ts';
import type { StepFunctionsParts } from './dependencies.ts';
import { findIntegration } from './integrations/index.ts';
import { compileDefinition } from './language/compile-definition.ts';
import type { Randomness } from './language/environment.ts';
import { type Json, parseJson } from './language/json.ts';
import type { Definition, State } from './language/state.ts';
import { StatesError } from './language/states-error.ts';
import type { ExecutionRow, Frame, Store } from './store.ts';
import { type Outcome, Transitions, type Turn } from './transitions.ts';

/** Waits that end in one transaction. */
const MAX_WAKES = 100;

const DEFAULT_MAX_CALLS = 200;

const systemRandom: Randomness = Object.freeze({ uuid: randomUUID, fraction: Math.random });

/**
 * Runs executions. Every transition is one transaction on the execution's frames and history; calls and alarms follow
 * its commit, and are repeated from the rows at the next start. Nothing of a waiting execution is held in memory.
 */
export class Engine {
  readonly #parts: StepFunctionsParts;
  readonly #store: Store;
  readonly #transitions: Transitions;
  readonly #definitions = new Map<number, Definition>();
  /** Frames whose call is due, or whose burst of states must continue. */
  readonly #queue: number[] = [];
  /** Filled within a transaction, used after its commit. */
  #queueAfterCommit: number[] = [];
  #wakesAfterCommit = Number.POSITIVE_INFINITY;
  #deadlinesAfterCommit = Number.POSITIVE_INFINITY;
  #calls = 0;
  #pumping: NodeJS.Immediate | undefined;
  #wakes: DueAlarm | undefined;
  #deadlines: DueAlarm | undefined;
  #started = false;
  #stopped = false;

  constructor(parts: StepFunctionsParts, store: Store) {
    this.#parts = parts;
    this.#store = store;
    this.#transitions = new Transitions({
      store,
      now: () => parts.clock.now(),
      random: parts.random ?? systemRandom,
      effects: {
        run: (frameId) => void this.#queueAfterCommit.push(frameId),
        wakeAt: (ms) => {
          this.#wakesAfterCommit = Math.min(this.#wakesAfterCommit, ms);
        },
        deadlineAt: (ms) => this.#noteDeadline(ms),
      },
    });
  }

  /** Resumes the state of an earlier process: active calls are repeated, waits continue. */
  start(): void {
    this.#wakes = createDueAlarm({
      clock: this.#parts.clock,
      jump: true,
      handle: () => this.#wakeDue(),
      next: () => (this.#stopped ? undefined : this.#store.nextWakeMs()),
    });
    this.#deadlines = createDueAlarm({
      clock: this.#parts.clock,
      jump: false,
      handle: () => this.#giveUpOverdue(),
      next: () => (this.#stopped ? undefined : this.#store.nextDeadlineMs()),
    });
    this.#started = true;
    this.#queue.splice(0, this.#queue.length, ...this.#store.busyFrameIds());
    this.#schedulePump();
  }

  /** No call is active or due, and no wait has ended. */
  idle(): boolean {
    const due = this.#wakes?.isDue() === true || this.#deadlines?.isDue() === true;
    return this.#calls === 0 && this.#queue.length === 0 && !due;
  }

  /** Drops active calls: they are repeated from their rows at the next start. */
  stop(): void {
    this.#stopped = true;
    this.#wakes?.cancel();
    this.#deadlines?.cancel();
    if (this.#pumping !== undefined) clearImmediate(this.#pumping);
  }

  /** Inserts an execution and runs it up to its first call or wait. */
  begin(start: {
    readonly arn: string;
    readonly name: string;
    readonly machineArn: string;
    readonly definition: number;
    readonly input: string;
    /** Seconds after which it times out at the latest, whatever its definition says. */
    readonly longestSeconds?: number;
  }): ExecutionRow {
    const startMs = this.#parts.clock.now();
    return this.#commit(() => {
      const { timeoutSeconds = Number.POSITIVE_INFINITY } = this.#definition(start.definition);
      const seconds = Math.min(timeoutSeconds, start.longestSeconds ?? Number.POSITIVE_INFINITY);
      const deadlineMs = Number.isFinite(seconds) ? startMs + seconds * 1_000 : null;
      if (deadlineMs !== null) this.#noteDeadline(deadlineMs);
      const id = this.#store.insertExecution({ ...start, startMs, deadlineMs });
      const turn = this.#turn(id);
      if (turn === undefined) throw new Error(`execution ${start.arn} was not stored`);
      this.#transitions.begin(turn);
      return turn.execution;
    });
  }

  /** Ends a running execution as ABORTED. Returns false when it is not running. */
  abort(id: number, error: string | null, cause: string | null): boolean {
    return this.#commit(() => {
      const turn = this.#bareTurn(id);
      if (turn === undefined) return false;
      this.#transitions.end(turn, 'ABORTED', { error, cause });
      this.#store.saveExecution(turn.execution);
      return true;
    });
  }

  /** Answers a task by its token. Returns false when no task waits with it. */
  answer(token: string, outcome: Outcome): boolean {
    return this.#commit(() => {
      const frame = this.#store.frameByToken(token);
      if (frame === undefined || (frame.phase !== 'task' && frame.phase !== 'token')) return false;
      return this.#taskEnded(frame, outcome);
    });
  }

  /** Postpones the heartbeat deadline of a task. Returns false when no task waits with this token. */
  heartbeat(token: string): boolean {
    return this.#commit(() => {
      const frame = this.#store.frameByToken(token);
      if (frame === undefined) return false;
      if (frame.heartbeatSeconds !== null) {
        frame.heartbeatMs = this.#parts.clock.now() + frame.heartbeatSeconds * 1_000;
        this.#noteDeadline(frame.heartbeatMs);
        this.#store.saveFrame(frame);
      }
      return true;
    });
  }

  // Transactions

  #commit<Result>(work: () => Result): Result {
    try {
      const result = this.#store.transaction(work);
      this.#queue.push(...this.#queueAfterCommit);
      if (this.#wakesAfterCommit < Number.POSITIVE_INFINITY) this.#wakes?.notice(this.#wakesAfterCommit);
      if (this.#deadlinesAfterCommit < Number.POSITIVE_INFINITY) {
        this.#deadlines?.notice(this.#deadlinesAfterCommit);
      }
      if (this.#queueAfterCommit.length > 0) this.#schedulePump();
      return result;
    } finally {
      this.#queueAfterCommit = [];
      this.#wakesAfterCommit = Number.POSITIVE_INFINITY;
      this.#deadlinesAfterCommit = Number.POSITIVE_INFINITY;
    }
  }

  /**
   * Work on one frame in a transaction of its own. An error outside the language (a definition that an older version
   * accepted, a bug) fails its execution instead of blocking all others.
   */
  #alone(frameId: number, work: () => void): void {
    try {
      this.#commit(work);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#commit(() => {
        const frame = this.#store.frame(frameId);
        const turn = frame === undefined ? undefined : this.#bareTurn(frame.execution);
        if (turn === undefined) return;
        this.#parts.log(`step functions: ${turn.execution.arn} failed: ${reason}`);
        this.#transitions.end(turn, 'FAILED', { error: 'States.Runtime', cause: reason });
        this.#store.saveExecution(turn.execution);
      });
    }
  }

  #noteDeadline(ms: number): void {
    this.#deadlinesAfterCommit = Math.min(this.#deadlinesAfterCommit, ms);
  }

  /** The execution to work on, or undefined when it has ended. */
  #turn(executionId: number): Turn | undefined {
    const turn = this.#bareTurn(executionId);
    return turn && { ...turn, definition: this.#definition(turn.execution.definition) };
  }

  /** Without its definition: enough to end the execution. */
  #bareTurn(executionId: number): Turn | undefined {
    const execution = this.#store.execution(executionId);
    if (execution?.status !== 'RUNNING') return undefined;
    return { execution, definition: { processors: [] }, work: [] };
  }

  #definition(id: number): Definition {
    const known = this.#definitions.get(id);
    if (known !== undefined) return known;
    const row = this.#store.definition(id);
    if (row === undefined) throw new Error(`no definition ${id}`);
    const definition = compileDefinition(row.machineName, row.text);
    this.#definitions.set(id, definition);
    return definition;
  }

  // The pump: calls and unfinished bursts, outside the transaction that requested them

  #schedulePump(): void {
    if (!this.#started || this.#stopped || this.#pumping !== undefined) return;
    this.#pumping = setImmediate(() => {
      this.#pumping = undefined;
      this.#pump();
    });
  }

  #pump(): void {
    const limit = this.#parts.maxCalls ?? DEFAULT_MAX_CALLS;
    while (!this.#stopped && this.#calls < limit) {
      const id = this.#queue.shift();
      if (id === undefined) return;
      const frame = this.#store.frame(id);
      if (frame?.phase === 'task') void this.#call(frame);
      else if (frame?.phase === 'ready') {
        this.#alone(id, () => this.#continue(frame));
        // One burst at a time, because the event loop has others to serve.
        this.#schedulePump();
        return;
      }
    }
  }

  #continue(frame: Frame): void {
    const turn = this.#turn(frame.execution);
    if (turn === undefined) return;
    turn.work.push(frame);
    this.#transitions.drain(turn);
  }

  async #call(frame: Frame): Promise<void> {
    this.#calls += 1;
    const outcome = await this.#outcome(frame);
    if (!this.#stopped) this.#alone(frame.id, () => this.#callEnded(frame, outcome));
    this.#calls -= 1;
    if (this.#queue.length > 0) this.#schedulePump();
  }

  async #outcome(frame: Frame): Promise<Outcome> {
    try {
      return { ok: true, result: await this.#result(frame) };
    } catch (error) {
      return {
        ok: false,
        error: error instanceof StatesError ? error : new StatesError('States.Runtime', String(error)),
      };
    }
  }

  #callEnded(frame: Frame, outcome: Outcome): void {
    const current = this.#store.frame(frame.id);
    if (current?.phase !== 'task' || current.attempt !== frame.attempt) return;
    if (outcome.ok && this.#state(current)?.task?.waitsForToken === true) {
      current.phase = 'token';
      this.#store.saveFrame(current);
    } else this.#taskEnded(current, outcome);
  }

  #taskEnded(frame: Frame, outcome: Outcome): boolean {
    const turn = this.#turn(frame.execution);
    if (turn !== undefined) this.#transitions.taskEnded(turn, frame, outcome);
    return turn !== undefined;
  }

  #result(frame: Frame): Promise<Json> {
    const execution = this.#store.execution(frame.execution);
    const resource = this.#state(frame)?.task?.resource ?? '';
    const integration = findIntegration(resource);
    if (execution === undefined || integration === undefined) throw new Error(`no integration ${resource}`);
    const { functions, callAws, authorize } = this.#parts;
    const ports = { functions, callAws, authorize, roleArn: execution.roleArn };
    return integration.call(ports, parseJson(frame.data ?? 'null'), resource);
  }

  // Alarms

  #wakeDue(): void {
    if (this.#stopped) return;
    const ids = this.#store.idsToWake(this.#parts.clock.now(), MAX_WAKES);
    const wake = (id: number) => {
      // Read here, because an earlier one of this batch may have ended this one's execution.
      const frame = this.#store.frame(id);
      if (frame !== undefined) this.#wake(frame);
    };
    try {
      this.#commit(() => ids.forEach(wake));
    } catch {
      for (const id of ids) this.#alone(id, () => wake(id));
    }
  }

  #wake(frame: Frame): void {
    const turn = this.#turn(frame.execution);
    if (turn !== undefined) this.#transitions.wake(turn, frame);
  }

  #giveUpOverdue(): void {
    if (this.#stopped) return;
    const nowMs = this.#parts.clock.now();
    this.#commit(() => {
      for (const id of this.#store.overdueExecutionIds(nowMs)) {
        const turn = this.#bareTurn(id);
        if (turn === undefined) continue;
        this.#transitions.end(turn, 'TIMED_OUT', {
          error: 'States.Timeout',
          cause: 'The execution ran longer than TimeoutSeconds',
        });
        this.#store.saveExecution(turn.execution);
      }
    });
    for (const id of this.#store.overdueFrameIds(nowMs)) this.#alone(id, () => this.#giveUpTask(id, nowMs));
  }

  #giveUpTask(id: number, nowMs: number): void {
    const frame = this.#store.frame(id);
    if (frame === undefined) return;
    const byHeartbeat = frame.heartbeatMs !== null && frame.heartbeatMs <= nowMs;
    const error = byHeartbeat
      ? new StatesError('States.HeartbeatTimeout', 'The task sent no heartbeat within HeartbeatSeconds')
      : new StatesError('States.Timeout', 'The task ran longer than TimeoutSeconds');
    this.#taskEnded(frame, { ok: false, error });
  }

  #state(frame: Frame): State | undefined {
    const execution = this.#store.execution(frame.execution);
    if (execution === undefined) return undefined;
    return this.#definition(execution.definition).processors[frame.processor]?.states.get(frame.state);
  }
}
