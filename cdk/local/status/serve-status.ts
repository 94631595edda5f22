import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readBody } from '../aws-endpoint/read-body.ts';
import type { CloudPart, LocalClock } from '../ports.ts';
import type { LogLine } from './log-lines.ts';
import { memoryUse } from './memory-use.ts';
import { STATUS_PAGE } from './status-page.ts';
import type { WholeState } from './whole-state.ts';

/** Sources of the status pages. */
export interface StatusParts {
  readonly clock: LocalClock;
  state(): Promise<WholeState>;
  /** Number of threads that functions run in now. */
  threads(): number;
  /** Where state lives, with the demo organization's key; undefined = in memory, without a demo. */
  readonly dataDirectory?: string | undefined;
  readonly parts: readonly CloudPart[];
  /** The newest lines that functions printed. */
  logs(): readonly LogLine[];
  /** True when nothing is active. */
  idle(): Promise<boolean>;
}

interface Page {
  readonly status: number;
  readonly type: 'text/html; charset=utf-8' | 'application/json';
  readonly body: string;
}

const BODY_LIMIT = 64 * 1024;

/**
 * Answers `/_local` (a page) and its data: `/_local/state`, `/_local/memory`, `/_local/demo`, `/_local/logs`,
 * `/_local/executions` (with `?arn=` the events of one), `POST /_local/redrive` with `{ "queue": name }`, and `POST
 * /_local/clock` with `{ "advanceMs": n }`, `{ "skipping": boolean }` or `{ "reset": true }`.
 */
export function serveStatus(parts: StatusParts) {
  const { clock, state, threads, dataDirectory, logs, idle } = parts;

  const clockNow = () => ({
    now: new Date(clock.now()).toISOString(),
    skippedMs: Number(Atomics.load(new BigInt64Array(clock.skippedMs), 0)),
  });

  const resetClock = async (): Promise<Page> => {
    clock.setSkipping(false);
    if (!(await idle())) {
      return json(409, {
        message: 'The clock cannot be set back while work is in progress. Try again when nothing is running.',
      });
    }
    clock.reset();
    for (const part of parts.parts) part.clockReset?.();
    return json(200, clockNow());
  };

  const redrive = async (request: IncomingMessage): Promise<Page> => {
    const { queue } = parse(await readBody(request, BODY_LIMIT)) ?? {};
    if (typeof queue !== 'string') return json(400, { message: 'expected { "queue": name }' });
    const moved = parts.parts.map((part) => part.redrive?.(queue)).find((count) => count !== undefined);
    return moved === undefined
      ? json(404, { message: `"${queue}" is no queue of dead letters.` })
      : json(200, { moved });
  };

  const executions = (arn: string | null): Page => {
    if (arn === null)
      return json(
        200,
        parts.parts.flatMap((part) => part.recentExecutions?.() ?? []),
      );
    const events = parts.parts
      .map((part) => part.executionEvents?.(arn))
      .find((found) => found !== undefined);
    return events ? json(200, events) : json(404, { message: `There is no execution "${arn}".` });
  };

  const setClock = async (request: IncomingMessage): Promise<Page> => {
    const body = await readBody(request, BODY_LIMIT);
    const order = parse(body);
    const { advanceMs, skipping, reset } = order ?? {};
    if (reset === true && Object.keys(order ?? {}).length === 1) return resetClock();
    const known = Object.keys(order ?? {}).every((key) => key === 'advanceMs' || key === 'skipping');
    const validAdvance = advanceMs === undefined || (Number.isFinite(advanceMs) && Number(advanceMs) >= 0);
    const validSkipping = skipping === undefined || typeof skipping === 'boolean';
    if (order === undefined || !known || !validAdvance || !validSkipping) {
      return json(400, {
        message:
          'expected { "advanceMs": milliseconds, at least 0 } and/or { "skipping": true or false }, or { "reset": true }',
      });
    }
    if (typeof skipping === 'boolean') clock.setSkipping(skipping);
    if (typeof advanceMs === 'number') clock.advance(advanceMs);
    return json(200, { now: new Date(clock.now()).toISOString() });
  };

  const answer = async (request: IncomingMessage): Promise<Page> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://local');
    const path = pathname.replace(/\/$/, '');
    switch (`${request.method} ${path}`) {
      case 'GET /_local':
        return { status: 200, type: 'text/html; charset=utf-8', body: STATUS_PAGE };
      case 'GET /_local/state':
        return json(200, await state());
      case 'GET /_local/memory':
        return json(200, memoryUse(threads()));
      case 'GET /_local/demo':
        return demoPage(dataDirectory);
      case 'GET /_local/logs':
        return json(200, logs());
      case 'GET /_local/executions':
        return executions(searchParams.get('arn'));
      case 'POST /_local/redrive':
        return redrive(request);
      case 'GET /_local/clock':
        return json(200, clockNow());
      case 'POST /_local/clock':
        return setClock(request);
      default:
        return json(404, { message: 'Not Found' });
    }
  };

  return {
    async listener(request: IncomingMessage, response: ServerResponse): Promise<void> {
      let page: Page;
      try {
        page = await answer(request);
      } catch (error) {
        page = json(500, { message: error instanceof Error ? error.message : String(error) });
      }
      response.writeHead(page.status, { 'content-type': page.type, 'cache-control': 'no-store' });
      response.end(page.body);
    },
  };
}

/** The demo organization's id and key, for the pages of this very machine. */
function demoPage(dataDirectory: string | undefined): Page {
  const file = dataDirectory === undefined ? undefined : join(dataDirectory, 'demo.json');
  return file !== undefined && existsSync(file)
    ? { status: 200, type: 'application/json', body: readFileSync(file, 'utf8') }
    : json(404, { message: 'There is no demo organization.' });
}

function json(status: number, body: unknown): Page {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function parse(body: Buffer | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body?.toString('utf8') ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
