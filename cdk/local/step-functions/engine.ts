import { randomUUID } from 'node:crypto';
import { createDueAlarm, type DueAlarm } from '../due-alarm.ts';
import { LOCAL_REGION } from '../ports.ts';
import type { StepFunctionsParts } from './dependencies.ts';
import { createHistory, type History, MAX_EVENTS, taskEvent } from './history.ts';
import { findIntegration } from './integrations/index.ts';
import { compileDefinition } from './language/compile-definition.ts';
import type { Environment, Randomness } from './language/environment.ts';
import { retryDelaySeconds } from './language/error-handling.ts';
import { type Json, type JsonObject, parseJson } from './language/json.ts';
import type { Branch, Definition, State, Verdict } from './language/state.ts';
import { matchesError, StatesError } from './language/states-error.ts';
import type { ExecutionRow, ExecutionStatus, Frame, Store } from './store.ts';

/** Input and output of states, parameters and results of tasks (Step Functions quotas): 256 KiB as UTF-8. */
export const MAX_DATA_BYTES = 262_144;

/** States entered in one transaction; an endless loop must neither hold the process nor the database. */
const MAX_STEPS = 100;

/** Waits that end in one transaction. */
const MAX_WAKES = 100;

const DEFAULT_MAX_CALLS = 200;

const systemRandom: Randomness = Object.freeze({ uuid: randomUUID, fraction: Math.random });

/** What became of a task call. */
type Outcome =
  | { readonly ok: true; readonly result: Json }
  | { readonly ok: false; readonly error: StatesError };

/** One transaction's work on one execution. */
interface Turn {
  readonly execution: ExecutionRow;
  readonly definition: Definition;
  /** Frames to enter next, in order. */
  readonly work: Frame[];
}

/**
 * Runs executions. Every transition is one transaction on the execution's frames and history; calls and alarms
 * follow its commit, and are made again from the rows at the next start. Nothing of a waiting execution is held
 * in memory.
 */
export class Engine {
  readonly #parts: StepFunctionsParts;
  readonly #store: Store;
  readonly #history: History;
  readonly #random: Randomness;
  readonly #definitions = new Map<number, Definition>();
  /** Frames whose call is to be made, or whose burst of states is to go on. */
  readonly #queue: number[] = [];
  /** Filled within a transaction, handed over after its commit. */
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
    this.#random = parts.random ?? systemRandom;
    this.#history = createHistory(store, () => parts.clock.now());
  }

  /** Takes up what an earlier process left: calls that were under way are made again, waits go on. */
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

  /** No call is under way, none is to be made, and no wait is over. */
  idle(): boolean {
    const due = this.#wakes?.isDue() === true || this.#deadlines?.isDue() === true;
    return this.#calls === 0 && this.#queue.length === 0 && !due;
  }

  /** Drops the calls under way: their rows have them made again at the next start. */
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
  }): ExecutionRow {
    const startMs = this.#parts.clock.now();
    return this.#commit(() => {
      const { timeoutSeconds } = this.#definition(start.definition);
      const deadlineMs = timeoutSeconds === undefined ? null : startMs + timeoutSeconds * 1_000;
      if (deadlineMs !== null) this.#noteDeadline(deadlineMs);
      const id = this.#store.insertExecution({ ...start, startMs, deadlineMs });
      const turn = this.#turn(id);
      if (turn === undefined) throw new Error(`execution ${start.arn} was not stored`);
      const { execution } = turn;
      this.#history.add(execution, undefined, 'ExecutionStarted', {
        executionStartedEventDetails: { input: execution.input, roleArn: execution.roleArn },
      });
      turn.work.push(this.#newFrame(turn, null, 0, { processor: 0, input: parseJson(start.input) }));
      this.#drain(turn);
      return execution;
    });
  }

  /** Ends a running execution as ABORTED. Gives false when it is not running. */
  abort(id: number, error: string | null, cause: string | null): boolean {
    return this.#commit(() => {
      const turn = this.#bareTurn(id);
      if (turn === undefined) return false;
      this.#end(turn, 'ABORTED', { error, cause });
      this.#store.saveExecution(turn.execution);
      return true;
    });
  }

  /** Answers a task by its token. Gives false when no task waits with it, any more or at all. */
  answer(token: string, outcome: Outcome): boolean {
    return this.#commit(() => {
      const frame = this.#store.frameByToken(token);
      if (frame === undefined || (frame.phase !== 'task' && frame.phase !== 'token')) return false;
      return this.#taskEnded(frame, outcome);
    });
  }

  /** Puts the heartbeat deadline of a task off. Gives false when no task waits with this token. */
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
   * One frame's work in a transaction of its own. What throws beyond the errors of the language (a definition that
   * an older version took, a bug) fails its execution rather than holding all others up.
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
        this.#end(turn, 'FAILED', { error: 'States.Runtime', cause: reason });
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

  // The pump: calls and unfinished bursts, outside of the transaction that asked for them

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
        // One burst at a time: the event loop has others to serve.
        this.#schedulePump();
        return;
      }
    }
  }

  #continue(frame: Frame): void {
    const turn = this.#turn(frame.execution);
    if (turn === undefined) return;
    turn.work.push(frame);
    this.#drain(turn);
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

  #result(frame: Frame): Promise<Json> {
    const execution = this.#store.execution(frame.execution);
    const resource = this.#state(frame)?.task?.resource ?? '';
    const integration = findIntegration(resource);
    if (execution === undefined || integration === undefined) throw new Error(`no integration ${resource}`);
    const { functions, callAws, authorize } = this.#parts;
    const ports = { functions, callAws, authorize, roleArn: execution.roleArn };
    return integration.call(parseJson(frame.data ?? 'null'), ports, resource);
  }

  // Alarms

  #wakeDue(): void {
    if (this.#stopped) return;
    const ids = this.#store.idsToWake(this.#parts.clock.now(), MAX_WAKES);
    const wake = (id: number) => {
      // Read here: an earlier one of this batch may have ended this one's execution.
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
    if (turn === undefined) return;
    const afterWait = frame.phase === 'wait';
    frame.wakeMs = null;
    frame.phase = 'ready';
    if (afterWait)
      this.#apply(turn, frame, () => this.#stateOf(turn, frame).leave(this.#environment(turn, frame), null));
    else turn.work.push(frame);
    this.#drain(turn);
  }

  #giveUpOverdue(): void {
    if (this.#stopped) return;
    const nowMs = this.#parts.clock.now();
    this.#commit(() => {
      for (const id of this.#store.overdueExecutionIds(nowMs)) {
        const turn = this.#bareTurn(id);
        if (turn === undefined) continue;
        this.#end(turn, 'TIMED_OUT', {
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

  // Transitions, within a transaction

  #taskEnded(frame: Frame, outcome: Outcome): boolean {
    const turn = this.#turn(frame.execution);
    if (turn === undefined) return false;
    const state = this.#stateOf(turn, frame);
    this.#recordTaskEnd(turn, frame, state, outcome);
    const environment = this.#environment(turn, frame);
    settle(frame);
    this.#apply(turn, frame, () => {
      if (!outcome.ok) throw outcome.error;
      limitData(JSON.stringify(outcome.result), 'result');
      return state.leave(environment, outcome.result);
    });
    this.#drain(turn);
    return true;
  }

  #recordTaskEnd(turn: Turn, frame: Frame, state: State, outcome: Outcome): void {
    const resource = state.task?.resource ?? '';
    const { execution } = turn;
    if (outcome.ok) {
      const output = JSON.stringify(outcome.result);
      this.#history.add(execution, frame, ...taskEvent(resource, 'Succeeded', { output }));
      return;
    }
    const { error, causeText: cause } = outcome.error;
    const timedOut = error === 'States.Timeout' || error === 'States.HeartbeatTimeout';
    this.#history.add(
      execution,
      frame,
      ...taskEvent(resource, timedOut ? 'TimedOut' : 'Failed', { error, cause }),
    );
  }

  /** Enters frames until all are at rest or ended; what is left over goes on in another transaction. */
  #drain(turn: Turn): void {
    let steps = 0;
    for (;;) {
      const frame = turn.work.shift();
      if (frame === undefined || turn.execution.status !== 'RUNNING') break;
      if (steps >= MAX_STEPS) {
        frame.phase = 'ready';
        this.#store.saveFrame(frame);
        this.#queueAfterCommit.push(frame.id);
        continue;
      }
      steps += 1;
      this.#enter(turn, frame);
    }
    this.#store.saveExecution(turn.execution);
  }

  #enter(turn: Turn, frame: Frame): void {
    const { execution } = turn;
    const state = this.#stateOf(turn, frame);
    const nowMs = this.#parts.clock.now();
    if (frame.retries === null) {
      if (execution.events >= MAX_EVENTS) {
        const cause = `The execution reached the maximum number of history events (${MAX_EVENTS}).`;
        this.#end(turn, 'FAILED', { error: 'States.Runtime', cause });
        return;
      }
      frame.enteredMs = nowMs;
      this.#history.add(execution, frame, `${state.type}StateEntered`, {
        stateEnteredEventDetails: { name: state.name, input: frame.input },
      });
    }
    frame.attempt += 1;
    if (state.task?.waitsForToken) frame.token = this.#random.uuid();
    this.#apply(turn, frame, () => state.enter(this.#environment(turn, frame), nowMs));
  }

  /** Acts on what a state asks for, or on the error that it throws. */
  #apply(turn: Turn, frame: Frame, decide: () => Verdict): void {
    try {
      this.#act(turn, frame, decide());
    } catch (error) {
      if (!(error instanceof StatesError)) throw error;
      this.#fail(turn, frame, error);
    }
  }

  #act(turn: Turn, frame: Frame, verdict: Verdict): void {
    switch (verdict.verdict) {
      case 'run': {
        const output = limitData(JSON.stringify(verdict.output), 'output');
        this.#exit(turn, frame, output);
        this.#moveTo(turn, frame, verdict.next, output);
        return;
      }
      case 'done': {
        const output = limitData(JSON.stringify(verdict.output), 'output');
        this.#exit(turn, frame, output);
        this.#finish(turn, frame, output);
        return;
      }
      case 'wait':
        frame.phase = 'wait';
        frame.wakeMs = verdict.untilMs;
        this.#rest(frame);
        return;
      case 'call':
        this.#startCall(turn, frame, verdict);
        return;
      case 'fork':
        this.#fork(turn, frame, verdict.branches, verdict.maxConcurrency);
        return;
      case 'failed':
        throw verdict.error;
    }
  }

  #exit(turn: Turn, frame: Frame, output: string): void {
    const state = this.#stateOf(turn, frame);
    if (state.type === 'Parallel' || state.type === 'Map') {
      this.#history.add(turn.execution, frame, `${state.type}StateSucceeded`);
    }
    this.#history.add(turn.execution, frame, `${state.type}StateExited`, {
      stateExitedEventDetails: { name: state.name, output },
    });
  }

  #moveTo(turn: Turn, frame: Frame, next: string, input: string): void {
    settle(frame);
    frame.state = next;
    frame.input = input;
    frame.retries = null;
    turn.work.push(frame);
  }

  /** Stores a frame that now waits for its alarm. */
  #rest(frame: Frame): void {
    this.#store.saveFrame(frame);
    this.#wakesAfterCommit = Math.min(this.#wakesAfterCommit, frame.wakeMs ?? Number.POSITIVE_INFINITY);
  }

  #startCall(turn: Turn, frame: Frame, verdict: Extract<Verdict, { verdict: 'call' }>): void {
    const nowMs = this.#parts.clock.now();
    const { timeoutSeconds, heartbeatSeconds } = verdict;
    const resource = this.#stateOf(turn, frame).task?.resource ?? '';
    frame.phase = 'task';
    frame.data = limitData(JSON.stringify(verdict.parameters), 'parameters');
    frame.deadlineMs = timeoutSeconds === undefined ? null : nowMs + timeoutSeconds * 1_000;
    frame.heartbeatSeconds = heartbeatSeconds ?? null;
    frame.heartbeatMs = heartbeatSeconds === undefined ? null : nowMs + heartbeatSeconds * 1_000;
    const scheduled = { region: LOCAL_REGION, parameters: frame.data };
    this.#history.add(turn.execution, frame, ...taskEvent(resource, 'Scheduled', scheduled));
    this.#history.add(turn.execution, frame, ...taskEvent(resource, 'Started', {}));
    this.#store.saveFrame(frame);
    if (frame.deadlineMs !== null) this.#noteDeadline(frame.deadlineMs);
    if (frame.heartbeatMs !== null) this.#noteDeadline(frame.heartbeatMs);
    this.#queueAfterCommit.push(frame.id);
  }

  // Branches

  #fork(turn: Turn, frame: Frame, branches: readonly Branch[], maxConcurrency: number): void {
    const state = this.#stateOf(turn, frame);
    this.#history.add(
      turn.execution,
      frame,
      `${state.type}StateStarted`,
      state.type === 'Map' ? { mapStateStartedEventDetails: { length: branches.length } } : {},
    );
    if (branches.length === 0) {
      this.#act(turn, frame, state.leave(this.#environment(turn, frame), []));
      return;
    }
    frame.phase = 'join';
    this.#store.saveFrame(frame);
    branches.forEach((branch, slot) => {
      const child = this.#newFrame(turn, frame, slot, branch);
      if (slot < maxConcurrency) this.#startBranch(turn, child);
    });
  }

  #newFrame(turn: Turn, parent: Frame | null, slot: number, branch: Branch): Frame {
    const processor = turn.definition.processors[branch.processor];
    if (processor === undefined) throw new Error(`no processor ${branch.processor}`);
    const frame: Omit<Frame, 'id'> = {
      execution: turn.execution.id,
      parent: parent?.id ?? null,
      slot,
      processor: branch.processor,
      state: processor.startAt,
      input: parent === null ? turn.execution.input : limitData(JSON.stringify(branch.input), 'input'),
      phase: parent === null ? 'ready' : 'pending',
      wakeMs: null,
      deadlineMs: null,
      heartbeatMs: null,
      heartbeatSeconds: null,
      token: null,
      attempt: 0,
      retries: null,
      enteredMs: this.#parts.clock.now(),
      item: branch.item === undefined ? (parent?.item ?? null) : JSON.stringify(branch.item),
      data: null,
      event: parent === null ? turn.execution.events : parent.event,
    };
    return { ...frame, id: this.#store.insertFrame(frame) };
  }

  #startBranch(turn: Turn, child: Frame): void {
    if (child.item !== null && child.parent !== null) this.#recordIteration(turn, child, 'Started');
    child.phase = 'ready';
    // Stored at once: a sibling that ends in this transaction must not take it for one that waits its turn.
    this.#store.saveFrame(child);
    turn.work.push(child);
  }

  #finish(turn: Turn, frame: Frame, output: string): void {
    if (frame.parent === null) {
      this.#end(turn, 'SUCCEEDED', { output });
      return;
    }
    const parent = this.#store.frame(frame.parent);
    if (parent === undefined) throw new Error(`frame ${frame.id} has lost its parent`);
    this.#recordIteration(turn, frame, 'Succeeded');
    settle(frame);
    frame.phase = 'done';
    frame.data = output;
    this.#store.saveFrame(frame);
    const pending = this.#store.firstPendingChild(parent.id);
    if (pending !== undefined) {
      this.#startBranch(turn, pending);
      return;
    }
    if (this.#store.unfinishedChildren(parent.id) > 0) return;
    const results = this.#store.children(parent.id).map((child) => parseJson(child.data ?? 'null'));
    this.#store.deleteDescendants(parent.id);
    this.#apply(turn, parent, () =>
      this.#stateOf(turn, parent).leave(this.#environment(turn, parent), results),
    );
  }

  #recordIteration(turn: Turn, child: Frame, what: 'Started' | 'Succeeded' | 'Failed'): void {
    const parent = child.parent === null ? undefined : this.#store.frame(child.parent);
    if (parent === undefined) return;
    const state = this.#stateOf(turn, parent);
    if (state.type !== 'Map') return;
    this.#history.add(turn.execution, child, `MapIteration${what}`, {
      [`mapIteration${what}EventDetails`]: { name: state.name, index: child.slot },
    });
  }

  // Errors

  /** Retry, else Catch, else the whole branch fails and its parent handles the error. */
  #fail(turn: Turn, frame: Frame, error: StatesError): void {
    const state = this.#stateOf(turn, frame);
    this.#store.deleteDescendants(frame.id);
    turn.work.splice(
      0,
      turn.work.length,
      ...turn.work.filter((other) => this.#store.frame(other.id) !== undefined),
    );
    if (this.#retry(frame, state, error)) return;
    const catcher = state.catchers.find((entry) => matchesError(entry.errorEquals, error.error));
    if (catcher !== undefined) {
      this.#apply(turn, frame, () => ({
        verdict: 'run',
        next: catcher.next,
        output: catcher.output(this.#environment(turn, frame), error),
      }));
      return;
    }
    this.#failBranch(turn, frame, error);
  }

  #retry(frame: Frame, state: State, error: StatesError): boolean {
    const index = state.retriers.findIndex((retrier) => matchesError(retrier.errorEquals, error.error));
    const retrier = state.retriers[index];
    if (retrier === undefined) return false;
    const counts = retryCounts(frame);
    const count = counts[index] ?? 0;
    if (count >= retrier.maxAttempts) return false;
    settle(frame);
    frame.retries = JSON.stringify(state.retriers.map((_, at) => (counts[at] ?? 0) + (at === index ? 1 : 0)));
    frame.phase = 'retry';
    const delayMs = retryDelaySeconds(retrier, count, this.#random.fraction()) * 1_000;
    frame.wakeMs = this.#parts.clock.now() + Math.round(delayMs);
    this.#rest(frame);
    return true;
  }

  #failBranch(turn: Turn, frame: Frame, error: StatesError): void {
    if (frame.parent === null) {
      this.#end(turn, 'FAILED', { error: error.error, cause: error.causeText });
      return;
    }
    const parent = this.#store.frame(frame.parent);
    if (parent === undefined) throw new Error(`frame ${frame.id} has lost its parent`);
    this.#recordIteration(turn, frame, 'Failed');
    this.#history.add(turn.execution, parent, `${this.#stateOf(turn, parent).type}StateFailed`);
    this.#fail(turn, parent, error);
  }

  #end(
    turn: Turn,
    status: Exclude<ExecutionStatus, 'RUNNING'>,
    how: { output?: string; error?: string | null; cause?: string | null },
  ): void {
    const { execution } = turn;
    const { output = null, error = null, cause = null } = how;
    Object.assign(execution, { status, output, error, cause, stopMs: this.#parts.clock.now() });
    turn.work.length = 0;
    this.#store.deleteFramesOf(execution.id);
    const [type, key] = ENDINGS[status];
    this.#history.add(execution, undefined, type, {
      [key]: status === 'SUCCEEDED' ? { output } : { ...(error && { error }), ...(cause && { cause }) },
    });
  }

  // Reading

  #state(frame: Frame): State | undefined {
    const execution = this.#store.execution(frame.execution);
    if (execution === undefined) return undefined;
    return this.#definition(execution.definition).processors[frame.processor]?.states.get(frame.state);
  }

  #stateOf(turn: Turn, frame: Frame): State {
    const state = turn.definition.processors[frame.processor]?.states.get(frame.state);
    if (state === undefined) throw new Error(`${turn.execution.arn} has no state ${frame.state}`);
    return state;
  }

  #environment(turn: Turn, frame: Frame): Environment {
    const { execution } = turn;
    let context: JsonObject | undefined;
    // The frame moves on while the environment is in use: what it says is taken now.
    const { state, enteredMs, token, item, input } = frame;
    const retryCount = retryCounts(frame).reduce((sum, count) => sum + count, 0);
    return {
      input: parseJson(input),
      random: this.#random,
      get context() {
        context ??= {
          Execution: {
            Id: execution.arn,
            Input: parseJson(execution.input),
            Name: execution.name,
            RoleArn: execution.roleArn,
            StartTime: new Date(execution.startMs).toISOString(),
            RedriveCount: 0,
          },
          StateMachine: { Id: execution.machineArn, Name: execution.machineName },
          State: { Name: state, EnteredTime: new Date(enteredMs).toISOString(), RetryCount: retryCount },
          ...(token === null ? {} : { Task: { Token: token } }),
          ...(item === null ? {} : { Map: { Item: parseJson(item) } }),
        };
        return context;
      },
    };
  }
}

const ENDINGS = {
  SUCCEEDED: ['ExecutionSucceeded', 'executionSucceededEventDetails'],
  FAILED: ['ExecutionFailed', 'executionFailedEventDetails'],
  TIMED_OUT: ['ExecutionTimedOut', 'executionTimedOutEventDetails'],
  ABORTED: ['ExecutionAborted', 'executionAbortedEventDetails'],
} as const;

/** Takes from a frame what belonged to its wait or call; answers to the call are stale from now on. */
function settle(frame: Frame): void {
  frame.phase = 'ready';
  frame.attempt += 1;
  frame.wakeMs = null;
  frame.deadlineMs = null;
  frame.heartbeatMs = null;
  frame.heartbeatSeconds = null;
  frame.token = null;
  frame.data = null;
}

function retryCounts(frame: Frame): readonly number[] {
  const counts: number[] = frame.retries === null ? [] : JSON.parse(frame.retries);
  return counts;
}

function limitData(json: string, what: string): string {
  // A UTF-8 text is at most three bytes per UTF-16 unit: most need no counting.
  if (json.length * 3 <= MAX_DATA_BYTES || Buffer.byteLength(json) <= MAX_DATA_BYTES) return json;
  throw new StatesError(
    'States.DataLimitExceeded',
    `The state's ${what} is larger than ${MAX_DATA_BYTES} bytes`,
  );
}
