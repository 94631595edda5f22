import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { ScheduleKey, ScheduleSettings, ScheduleTarget } from './schedule.ts';

/** Its creator: schedules that disappeared from the template are deleted at the next start, those of API calls stay. */
export type Origin = 'template' | 'api';

export interface Schedule extends ScheduleKey {
  readonly settings: ScheduleSettings;
  readonly origin: Origin;
  readonly clientToken: string | null;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** Next firing, null when there is none. */
  readonly nextMs: number | null;
  readonly oneTime: boolean;
}

/**
 * A firing that has not reached its target yet. It stores its target, because the schedule may change or be deleted
 * meanwhile.
 */
export interface Firing extends ScheduleKey {
  readonly executionId: string;
  readonly target: ScheduleTarget;
  readonly scheduledMs: number;
  /** Attempts so far. */
  readonly attempts: number;
  /** Attempts so far that reached the function and failed there. */
  readonly functionErrors: number;
  readonly oneTime: boolean;
}

export interface ScheduleGroup {
  readonly name: string;
  readonly origin: Origin;
  readonly createdMs: number;
  readonly modifiedMs: number;
}

/** Tables of schedules and firings. */
export const SCHEMA = `
create table if not exists schedule_groups (
  name text primary key, origin text not null, created_ms real not null, modified_ms real not null);
create table if not exists schedules (
  group_name text not null, name text not null, settings text not null, origin text not null, client_token text,
  created_ms real not null, modified_ms real not null, next_ms real, one_time integer not null,
  primary key (group_name, name));
create index if not exists schedules_next on schedules (one_time, next_ms) where next_ms is not null;
create table if not exists firings (
  execution_id text primary key, group_name text not null, name text not null, target text not null,
  scheduled_ms real not null, attempts integer not null, function_errors integer not null, one_time integer not null,
  next_ms real);
create index if not exists firings_next on firings (one_time, next_ms) where next_ms is not null;
create index if not exists firings_of on firings (group_name, name);
`;

const SCHEDULE = `select group_name as "group", name, settings, origin, client_token as clientToken,
  created_ms as createdMs, modified_ms as modifiedMs, next_ms as nextMs, one_time as oneTime from schedules`;

const FIRING = `select execution_id as executionId, group_name as "group", name, target, scheduled_ms as scheduledMs,
  attempts, function_errors as functionErrors, one_time as oneTime from firings`;

type Stored<Row, Json extends keyof Row> = Omit<Row, Json | 'oneTime'> & { [K in Json]: string } & {
  oneTime: number;
};

export type SchedulerStore = ReturnType<typeof createSchedulerStore>;

/** Reads and writes of schedules and firings, over a database with `SCHEMA`. */
export function createSchedulerStore(database: DatabaseSync) {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const run = (sql: string, ...values: SQLInputValue[]) => prepare(sql).run(...values);
  /** Rows have the types of the select lists above, which is all that can be checked of SQL here. */
  const all = <Row>(sql: string, ...values: SQLInputValue[]): Row[] => prepare(sql).all(...values) as Row[];
  const schedules = (sql: string, ...values: SQLInputValue[]): Schedule[] =>
    all<Stored<Schedule, 'settings'>>(sql, ...values).map((row) => ({
      ...row,
      settings: JSON.parse(row.settings),
      oneTime: row.oneTime === 1,
    }));
  const firings = (sql: string, ...values: SQLInputValue[]): Firing[] =>
    all<Stored<Firing, 'target'>>(sql, ...values).map((row) => ({
      ...row,
      target: JSON.parse(row.target),
      oneTime: row.oneTime === 1,
    }));
  const minimum = (table: 'schedules' | 'firings', oneTime: boolean) =>
    all<{ ms: number | null }>(
      `select min(next_ms) as ms from ${table} where one_time = ? and next_ms is not null`,
      Number(oneTime),
    )[0]?.ms ?? undefined;

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

    group: (name: string) =>
      all<ScheduleGroup>(
        'select name, origin, created_ms as createdMs, modified_ms as modifiedMs from schedule_groups where name = ?',
        name,
      )[0],
    groups: () =>
      all<ScheduleGroup>(
        'select name, origin, created_ms as createdMs, modified_ms as modifiedMs from schedule_groups order by name',
      ),
    insertGroup: ({ name, origin, createdMs }: Omit<ScheduleGroup, 'modifiedMs'>) =>
      void run('insert into schedule_groups values (?, ?, ?, ?)', name, origin, createdMs, createdMs),
    /** With its schedules. */
    deleteGroup(name: string): void {
      run('delete from schedules where group_name = ?', name);
      run('delete from schedule_groups where name = ?', name);
    },

    schedule: ({ group, name }: ScheduleKey) =>
      schedules(`${SCHEDULE} where group_name = ? and name = ?`, group, name)[0],
    schedules: () => schedules(`${SCHEDULE} order by group_name, name`),
    saveSchedule: (schedule: Schedule) =>
      void run(
        'insert or replace into schedules values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        schedule.group,
        schedule.name,
        JSON.stringify(schedule.settings),
        schedule.origin,
        schedule.clientToken,
        schedule.createdMs,
        schedule.modifiedMs,
        schedule.nextMs,
        Number(schedule.oneTime),
      ),
    setNext: ({ group, name }: ScheduleKey, nextMs: number | null) =>
      void run('update schedules set next_ms = ? where group_name = ? and name = ?', nextMs, group, name),
    deleteSchedule: ({ group, name }: ScheduleKey) =>
      void run('delete from schedules where group_name = ? and name = ?', group, name),
    dueSchedules: (oneTime: boolean, nowMs: number, limit: number) =>
      schedules(
        `${SCHEDULE} where one_time = ? and next_ms <= ? order by next_ms, group_name, name limit ?`,
        Number(oneTime),
        nowMs,
        limit,
      ),
    nextScheduleMs: (oneTime: boolean) => minimum('schedules', oneTime),

    insertFiring: (firing: Firing, nextMs: number) =>
      void run(
        'insert into firings values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        firing.executionId,
        firing.group,
        firing.name,
        JSON.stringify(firing.target),
        firing.scheduledMs,
        firing.attempts,
        firing.functionErrors,
        Number(firing.oneTime),
        nextMs,
      ),
    /** Marks the due firings as active and returns them. */
    takeFirings(oneTime: boolean, nowMs: number, limit: number): Firing[] {
      const due = firings(
        `${FIRING} where one_time = ? and next_ms <= ? order by next_ms, rowid limit ?`,
        Number(oneTime),
        nowMs,
        limit,
      );
      for (const firing of due)
        run('update firings set next_ms = null where execution_id = ?', firing.executionId);
      return due;
    },
    postponeFiring: (firing: Firing, nextMs: number) =>
      void run(
        'update firings set attempts = ?, function_errors = ?, next_ms = ? where execution_id = ?',
        firing.attempts,
        firing.functionErrors,
        nextMs,
        firing.executionId,
      ),
    /** Makes firings that were active when the process ended due again. */
    releaseFirings: (nowMs: number) =>
      void run('update firings set next_ms = ? where next_ms is null', nowMs),
    deleteFiring: (executionId: string) =>
      void run('delete from firings where execution_id = ?', executionId),
    countFirings: ({ group, name }: ScheduleKey) =>
      all<{ count: number }>(
        'select count(*) as count from firings where group_name = ? and name = ?',
        group,
        name,
      )[0]?.count ?? 0,
    nextFiringMs: (oneTime: boolean) => minimum('firings', oneTime),
  });
}
