import { LOCAL_REGION } from '../ports.ts';
import { retryCounts, settle } from './frame-changes.ts';
import { frameEnvironment } from './frame-environment.ts';
import { createHistory, type History, MAX_EVENTS, taskEvent } from './history.ts';
import type { Environment, Randomness } from './language/environment.ts';
import { retryDelaySeconds } from './language/error-handling.ts';
import { type Json, parseJson } from './language/json.ts';
import type { Branch, Definition, State, Verdict } from './language/state.ts';
import { matchesError, StatesError } from './language/states-error.ts';
import { limitData } from './limit-data.ts';
import type { ExecutionRow, ExecutionStatus, Frame, Store } from './store.ts';

/** States entered in one transaction; an endless loop must block neither the process nor the database. */
const MAX_STEPS = 100;

/** Outcome of a task call. */
export type Outcome =
  | { readonly ok: true; readonly result: Json }
  | { readonly ok: false; readonly error: StatesError };

/** One transaction's work on one execution. */
export interface Turn {
  readonly execution: ExecutionRow;
  readonly definition: Definition;
  /** Frames to enter next, in order. */
  readonly work: Frame[];
}

/** What must follow the commit of a transaction. */
export interface Effects {
  /** The frame's call is due, or its burst of states must continue. */
  run(frameId: number): void;
  wakeAt(ms: number): void;
  deadlineAt(ms: number): void;
}

/** How executions move from state to state. Every method works within a transaction of the caller. */
export class Transitions {
  readonly #store: Store;
  readonly #history: History;
  readonly #now: () => number;
  readonly #random: Randomness;
  readonly #effects: Effects;

  constructor(parts: {
    readonly store: Store;
    readonly now: () => number;
    readonly random: Randomness;
    readonly effects: Effects;
  }) {
    this.#store = parts.store;
    this.#now = parts.now;
    this.#random = parts.random;
    this.#effects = parts.effects;
    this.#history = createHistory(parts.store, parts.now);
  }

  /** Enters the first state of a new execution. */
  begin(turn: Turn): void {
    const { execution } = turn;
    this.#history.add(execution, undefined, 'ExecutionStarted', {
      executionStartedEventDetails: { input: execution.input, roleArn: execution.roleArn },
    });
    turn.work.push(this.#newFrame(turn, null, 0, { processor: 0, input: parseJson(execution.input) }));
    this.drain(turn);
  }

  /** Continues after the wait of a Wait state, or before the next attempt of a retried one. */
  wake(turn: Turn, frame: Frame): void {
    const afterWait = frame.phase === 'wait';
    frame.wakeMs = null;
    frame.phase = 'ready';
    if (afterWait)
      this.#apply(turn, frame, () => this.#stateOf(turn, frame).leave(this.#environment(turn, frame), null));
    else turn.work.push(frame);
    this.drain(turn);
  }

  /** A task's call, or the wait for its token, has ended. */
  taskEnded(turn: Turn, frame: Frame, outcome: Outcome): void {
    const state = this.#stateOf(turn, frame);
    this.#recordTaskEnd(turn, frame, state, outcome);
    const environment = this.#environment(turn, frame);
    settle(frame);
    this.#apply(turn, frame, () => {
      if (!outcome.ok) throw outcome.error;
      limitData(JSON.stringify(outcome.result), 'result');
      return state.leave(environment, outcome.result);
    });
    this.drain(turn);
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

  /** Enters frames until all are at rest or ended; the remaining ones continue in another transaction. */
  drain(turn: Turn): void {
    let steps = 0;
    for (;;) {
      const frame = turn.work.shift();
      if (frame === undefined || turn.execution.status !== 'RUNNING') break;
      if (steps >= MAX_STEPS) {
        frame.phase = 'ready';
        this.#store.saveFrame(frame);
        this.#effects.run(frame.id);
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
    const nowMs = this.#now();
    if (frame.retries === null) {
      if (execution.events >= MAX_EVENTS) {
        const cause = `The execution reached the maximum number of history events (${MAX_EVENTS}).`;
        this.end(turn, 'FAILED', { error: 'States.Runtime', cause });
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

  /** Acts on a state's request, or on the error that it throws. */
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
    if (frame.wakeMs !== null) this.#effects.wakeAt(frame.wakeMs);
  }

  #startCall(turn: Turn, frame: Frame, verdict: Extract<Verdict, { verdict: 'call' }>): void {
    const nowMs = this.#now();
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
    if (frame.deadlineMs !== null) this.#effects.deadlineAt(frame.deadlineMs);
    if (frame.heartbeatMs !== null) this.#effects.deadlineAt(frame.heartbeatMs);
    this.#effects.run(frame.id);
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
      enteredMs: this.#now(),
      item: branch.item === undefined ? (parent?.item ?? null) : JSON.stringify(branch.item),
      data: null,
      event: parent === null ? turn.execution.events : parent.event,
    };
    return { ...frame, id: this.#store.insertFrame(frame) };
  }

  #startBranch(turn: Turn, child: Frame): void {
    if (child.item !== null && child.parent !== null) this.#recordIteration(turn, child, 'Started');
    child.phase = 'ready';
    // Stored at once, so that a sibling that ends in this transaction does not mistake it for one that waits its turn.
    this.#store.saveFrame(child);
    turn.work.push(child);
  }

  #finish(turn: Turn, frame: Frame, output: string): void {
    if (frame.parent === null) {
      this.end(turn, 'SUCCEEDED', { output });
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
    frame.wakeMs = this.#now() + Math.round(delayMs);
    this.#rest(frame);
    return true;
  }

  #failBranch(turn: Turn, frame: Frame, error: StatesError): void {
    if (frame.parent === null) {
      this.end(turn, 'FAILED', { error: error.error, cause: error.causeText });
      return;
    }
    const parent = this.#store.frame(frame.parent);
    if (parent === undefined) throw new Error(`frame ${frame.id} has lost its parent`);
    this.#recordIteration(turn, frame, 'Failed');
    this.#history.add(turn.execution, parent, `${this.#stateOf(turn, parent).type}StateFailed`);
    this.#fail(turn, parent, error);
  }

  /** Ends the execution; the caller stores its row. */
  end(
    turn: Turn,
    status: Exclude<ExecutionStatus, 'RUNNING'>,
    how: { output?: string; error?: string | null; cause?: string | null },
  ): void {
    const { execution } = turn;
    const { output = null, error = null, cause = null } = how;
    Object.assign(execution, { status, output, error, cause, stopMs: this.#now() });
    turn.work.length = 0;
    this.#store.deleteFramesOf(execution.id);
    const [type, key] = ENDINGS[status];
    this.#history.add(execution, undefined, type, {
      [key]: status === 'SUCCEEDED' ? { output } : { ...(error && { error }), ...(cause && { cause }) },
    });
  }

  // Reading

  #stateOf(turn: Turn, frame: Frame): State {
    const state = turn.definition.processors[frame.processor]?.states.get(frame.state);
    if (state === undefined) throw new Error(`${turn.execution.arn} has no state ${frame.state}`);
    return state;
  }

  #environment(turn: Turn, frame: Frame): Environment {
    return frameEnvironment(turn.execution, frame, this.#random);
  }
}

const ENDINGS = {
  SUCCEEDED: ['ExecutionSucceeded', 'executionSucceededEventDetails'],
  FAILED: ['ExecutionFailed', 'executionFailedEventDetails'],
  TIMED_OUT: ['ExecutionTimedOut', 'executionTimedOutEventDetails'],
  ABORTED: ['ExecutionAborted', 'executionAbortedEventDetails'],
} as const;
