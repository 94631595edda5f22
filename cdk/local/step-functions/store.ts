import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

/** An execution's row, with the fields of its definition row. */
export interface ExecutionRow {
  readonly id: number;
  readonly arn: string;
  readonly machineArn: string;
  readonly machineName: string;
  readonly roleArn: string;
  readonly name: string;
  readonly definition: number;
  status: ExecutionStatus;
  readonly input: string;
  output: string | null;
  error: string | null;
  cause: string | null;
  readonly startMs: number;
  stopMs: number | null;
  readonly deadlineMs: number | null;
  /** Number of events in its history so far. */
  events: number;
}

/**
 * Phase of a frame. `ready`: to be entered. `wait`, `retry`: at rest until `wakeMs`. `task`: its call is in progress,
 * or was when the process ended. `token`: called, waiting for its task token. `join`: waiting for its branches.
 * `pending`: a branch waiting for its turn. `done`: a branch with its output in `data`.
 */
export type Phase = 'ready' | 'wait' | 'retry' | 'task' | 'token' | 'join' | 'pending' | 'done';

/** One thread of an execution: the machine itself, a branch of a Parallel, a run of a Map. */
export interface Frame {
  readonly id: number;
  readonly execution: number;
  readonly parent: number | null;
  /** Place among its siblings. */
  readonly slot: number;
  readonly processor: number;
  state: string;
  /** Raw input of the state, JSON. */
  input: string;
  phase: Phase;
  wakeMs: number | null;
  deadlineMs: number | null;
  heartbeatMs: number | null;
  heartbeatSeconds: number | null;
  token: string | null;
  /** Raised whenever the state is entered or given up, which makes answers to earlier calls stale. */
  attempt: number;
  /** Retries so far per retrier, JSON; null before the first. */
  retries: string | null;
  enteredMs: number;
  /** `$$.Map.Item`, JSON. */
  readonly item: string | null;
  /** By phase: parameters of the call, number of concurrent branches, or output of a branch. */
  data: string | null;
  /** Last event of this thread in the history. */
  event: number;
}

export interface HistoryRow {
  readonly id: number;
  readonly type: string;
  readonly atMs: number;
  readonly previous: number;
  /** Fields of the event besides these, JSON. */
  readonly details: string;
}

/** Tables of executions. */
export const SCHEMA = `
create table if not exists definitions (
  id integer primary key, machine_arn text not null, machine_name text not null, role_arn text not null,
  text text not null, unique (machine_arn, role_arn, text));
create table if not exists executions (
  id integer primary key, arn text not null unique, name text not null, machine_arn text not null,
  definition integer not null references definitions (id), status text not null, input text not null,
  output text, error text, cause text, start_ms real not null, stop_ms real, deadline_ms real,
  events integer not null);
create index if not exists executions_by_machine on executions (machine_arn, id);
create index if not exists executions_running on executions (id) where status = 'RUNNING';
create index if not exists executions_deadline on executions (deadline_ms)
  where status = 'RUNNING' and deadline_ms is not null;
create table if not exists frames (
  id integer primary key autoincrement, execution integer not null, parent integer, slot integer not null,
  processor integer not null, state text not null, input text not null, phase text not null, wake_ms real,
  deadline_ms real, heartbeat_ms real, heartbeat_seconds real, token text, attempt integer not null, retries text,
  entered_ms real not null, item text, data text, event integer not null);
create index if not exists frames_by_execution on frames (execution);
create index if not exists frames_by_parent on frames (parent, slot) where parent is not null;
create index if not exists frames_wake on frames (wake_ms) where wake_ms is not null;
create index if not exists frames_deadline on frames (deadline_ms) where deadline_ms is not null;
create index if not exists frames_heartbeat on frames (heartbeat_ms) where heartbeat_ms is not null;
create index if not exists frames_token on frames (token) where token is not null;
create index if not exists frames_busy on frames (id) where phase in ('ready', 'task');
create table if not exists history (
  execution integer not null, id integer not null, type text not null, at_ms real not null,
  previous integer not null, details text not null, primary key (execution, id)) without rowid;
`;

const EXECUTION = `select e.id, e.arn, e.machine_arn as machineArn, d.machine_name as machineName,
  d.role_arn as roleArn, e.name, e.definition, e.status, e.input, e.output, e.error, e.cause,
  e.start_ms as startMs, e.stop_ms as stopMs, e.deadline_ms as deadlineMs, e.events
  from executions e join definitions d on d.id = e.definition`;

const FRAME = `select id, execution, parent, slot, processor, state, input, phase, wake_ms as wakeMs,
  deadline_ms as deadlineMs, heartbeat_ms as heartbeatMs, heartbeat_seconds as heartbeatSeconds, token, attempt,
  retries, entered_ms as enteredMs, item, data, event from frames`;

/** Names stay taken for 90 days after an execution has ended (StartExecution, API reference). */
export const NAME_RETENTION_MS = 90 * 86_400_000;

export type Store = ReturnType<typeof createStore>;

/** Runs SQL, each statement prepared once. */
type Queries = ReturnType<typeof queriesOf>;

function queriesOf(database: DatabaseSync) {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = database.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  const run = (sql: string, ...values: SQLInputValue[]) => prepare(sql).run(...values);
  /** Rows have the types of the select lists above, which is all that can be checked of SQL here. */
  const all = <Row>(sql: string, ...values: SQLInputValue[]): Row[] => prepare(sql).all(...values) as Row[];
  const one = <Row>(sql: string, ...values: SQLInputValue[]): Row | undefined =>
    prepare(sql).get(...values) as Row | undefined;

  return { prepare, run, all, one };
}

/** Reads and writes of executions, over a database with `SCHEMA`. */
export function createStore(database: DatabaseSync) {
  const queries = queriesOf(database);
  const { prepare } = queries;
  return Object.freeze({
    /** Runs `work` in one transaction; rolled back when it throws. */
    transaction<Result>(work: () => Result): Result {
      prepare('begin immediate').run();
      try {
        const result = work();
        prepare('commit').run();
        return result;
      } catch (error) {
        prepare('rollback').run();
        throw error;
      }
    },
    ...executionRows(queries),
    ...frameRows(queries),
    ...dueRows(queries),
    ...historyRows(queries),
  });
}

/** Definitions and the executions that run them. */
function executionRows({ all, one, run }: Queries) {
  return {
    /** Row of a definition, created when new: executions keep the definition with which they were started. */
    saveDefinition(machineArn: string, machineName: string, roleArn: string, text: string): number {
      const find = 'select id from definitions where machine_arn = ? and role_arn = ? and text = ?';
      const known = one<{ id: number }>(find, machineArn, roleArn, text);
      if (known !== undefined) return known.id;
      const sql = 'insert into definitions (machine_arn, machine_name, role_arn, text) values (?, ?, ?, ?)';
      return Number(run(sql, machineArn, machineName, roleArn, text).lastInsertRowid);
    },
    definition: (id: number) =>
      one<{ machineName: string; text: string }>(
        'select machine_name as machineName, text from definitions where id = ?',
        id,
      ),

    insertExecution(
      row: Pick<
        ExecutionRow,
        'arn' | 'name' | 'machineArn' | 'definition' | 'input' | 'startMs' | 'deadlineMs'
      >,
    ): number {
      const sql = `insert into executions (arn, name, machine_arn, definition, status, input, start_ms, deadline_ms,
        events) values (?, ?, ?, ?, 'RUNNING', ?, ?, ?, 0)`;
      const { arn, name, machineArn, definition, input, startMs, deadlineMs } = row;
      return Number(run(sql, arn, name, machineArn, definition, input, startMs, deadlineMs).lastInsertRowid);
    },
    saveExecution(row: ExecutionRow): void {
      run(
        'update executions set status = ?, output = ?, error = ?, cause = ?, stop_ms = ?, events = ? where id = ?',
        row.status,
        row.output,
        row.error,
        row.cause,
        row.stopMs,
        row.events,
        row.id,
      );
    },
    /** Removes an execution and everything that belongs to it, to free its name. */
    deleteExecution(id: number): void {
      run('delete from history where execution = ?', id);
      run('delete from frames where execution = ?', id);
      run('delete from executions where id = ?', id);
    },
    endedBefore: (ms: number) =>
      all<{ id: number }>("select id from executions where status <> 'RUNNING' and stop_ms < ?", ms),
    execution: (id: number) => one<ExecutionRow>(`${EXECUTION} where e.id = ?`, id),
    executionByArn: (arn: string) => one<ExecutionRow>(`${EXECUTION} where e.arn = ?`, arn),
    /** Newest first, those before `beforeId`; of one machine and status, or of all by default. */
    listExecutions(filter: { machineArn: string; status?: string; beforeId: number; limit: number }) {
      const { machineArn, status, beforeId, limit } = filter;
      return status === undefined
        ? all<ExecutionRow>(
            `${EXECUTION} where e.machine_arn = ? and e.id < ? order by e.id desc limit ?`,
            machineArn,
            beforeId,
            limit,
          )
        : all<ExecutionRow>(
            `${EXECUTION} where e.machine_arn = ? and e.status = ? and e.id < ? order by e.id desc limit ?`,
            machineArn,
            status,
            beforeId,
            limit,
          );
    },
    countByStatus: () =>
      all<{ machineArn: string; status: ExecutionStatus; count: number }>(
        'select machine_arn as machineArn, status, count(*) as count from executions group by machine_arn, status',
      ),
    newest: (limit: number) => all<ExecutionRow>(`${EXECUTION} order by e.id desc limit ?`, limit),
    running: (limit: number) =>
      all<ExecutionRow>(`${EXECUTION} where e.status = 'RUNNING' order by e.id desc limit ?`, limit),
  };
}

/** Frames: the threads of executions. */
function frameRows({ all, one, run }: Queries) {
  return {
    insertFrame(frame: Omit<Frame, 'id'>): number {
      const sql = `insert into frames (execution, parent, slot, processor, state, input, phase, attempt, entered_ms,
        item, event) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
      const { execution, parent, slot, processor, state, input, phase, attempt, enteredMs, item, event } =
        frame;
      return Number(
        run(sql, execution, parent, slot, processor, state, input, phase, attempt, enteredMs, item, event)
          .lastInsertRowid,
      );
    },
    saveFrame(frame: Frame): void {
      run(
        `update frames set state = ?, input = ?, phase = ?, wake_ms = ?, deadline_ms = ?, heartbeat_ms = ?,
         heartbeat_seconds = ?, token = ?, attempt = ?, retries = ?, entered_ms = ?, data = ?, event = ?
         where id = ?`,
        frame.state,
        frame.input,
        frame.phase,
        frame.wakeMs,
        frame.deadlineMs,
        frame.heartbeatMs,
        frame.heartbeatSeconds,
        frame.token,
        frame.attempt,
        frame.retries,
        frame.enteredMs,
        frame.data,
        frame.event,
        frame.id,
      );
    },
    frame: (id: number) => one<Frame>(`${FRAME} where id = ?`, id),
    frameByToken: (token: string) => one<Frame>(`${FRAME} where token = ?`, token),
    framesOf: (execution: number) => all<Frame>(`${FRAME} where execution = ? order by id`, execution),
    children: (parent: number) => all<Frame>(`${FRAME} where parent = ? order by slot`, parent),
    unfinishedChildren: (parent: number) =>
      one<{ count: number }>(
        "select count(*) as count from frames where parent = ? and phase <> 'done'",
        parent,
      )?.count ?? 0,
    firstPendingChild: (parent: number) =>
      one<Frame>(`${FRAME} where parent = ? and phase = 'pending' order by slot limit 1`, parent),
    deleteFrame: (id: number) => void run('delete from frames where id = ?', id),
    deleteFramesOf: (execution: number) => void run('delete from frames where execution = ?', execution),
    /** All branches under a frame, at any depth. */
    deleteDescendants: (id: number) =>
      void run(
        `delete from frames where id in (with recursive below (id) as (
           select id from frames where parent = ? union all
           select f.id from frames f join below b on f.parent = b.id) select id from below)`,
        id,
      ),
  };
}

/** What has to continue, and when. */
function dueRows({ all, one }: Queries) {
  return {
    idsToWake: (nowMs: number, limit: number) =>
      all<{ id: number }>(
        'select id from frames where wake_ms <= ? order by wake_ms, id limit ?',
        nowMs,
        limit,
      ).map((row) => row.id),
    nextWakeMs: () =>
      one<{ ms: number | null }>('select min(wake_ms) as ms from frames where wake_ms is not null')?.ms ??
      undefined,
    overdueFrameIds: (nowMs: number) =>
      all<{ id: number }>(
        'select id from frames where deadline_ms <= ? or heartbeat_ms <= ? order by id',
        nowMs,
        nowMs,
      ).map((row) => row.id),
    overdueExecutionIds: (nowMs: number) =>
      all<{ id: number }>(
        `select id from executions where status = 'RUNNING' and deadline_ms is not null and deadline_ms <= ?`,
        nowMs,
      ).map((row) => row.id),
    nextDeadlineMs(): number | undefined {
      const found = [
        'select min(deadline_ms) as ms from frames where deadline_ms is not null',
        'select min(heartbeat_ms) as ms from frames where heartbeat_ms is not null',
        "select min(deadline_ms) as ms from executions where status = 'RUNNING' and deadline_ms is not null",
      ].flatMap((sql) => one<{ ms: number | null }>(sql)?.ms ?? []);
      return found.length === 0 ? undefined : Math.min(...found);
    },
    busyFrameIds: () =>
      all<{ id: number }>("select id from frames where phase in ('ready', 'task') order by id").map(
        (row) => row.id,
      ),
  };
}

/** The events of executions. */
function historyRows({ all, run }: Queries) {
  return {
    addHistory(execution: number, row: HistoryRow): void {
      run(
        'insert into history (execution, id, type, at_ms, previous, details) values (?, ?, ?, ?, ?, ?)',
        execution,
        row.id,
        row.type,
        row.atMs,
        row.previous,
        row.details,
      );
    },
    history(execution: number, from: number, limit: number, reverse: boolean): HistoryRow[] {
      const columns = 'select id, type, at_ms as atMs, previous, details from history';
      return reverse
        ? all<HistoryRow>(
            `${columns} where execution = ? and id <= ? order by id desc limit ?`,
            execution,
            from,
            limit,
          )
        : all<HistoryRow>(
            `${columns} where execution = ? and id >= ? order by id limit ?`,
            execution,
            from,
            limit,
          );
    },
  };
}
