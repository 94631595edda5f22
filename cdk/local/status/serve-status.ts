import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../aws-endpoint/read-body.ts';
import type { LocalClock } from '../ports.ts';
import { renderStatus } from './render-status.ts';
import type { WholeState } from './whole-state.ts';

/** What the status pages are made from. */
export interface StatusParts {
  readonly clock: LocalClock;
  state(): Promise<WholeState>;
}

interface Page {
  readonly status: number;
  readonly type: 'text/html; charset=utf-8' | 'application/json';
  readonly body: string;
}

const BODY_LIMIT = 64 * 1024;

/**
 * Answers `/_local` (a page), `/_local/state` (the same as JSON) and `POST /_local/clock` with `{ "advanceMs": n }`
 * and/or `{ "skipping": boolean }`.
 */
export function serveStatus({ clock, state }: StatusParts) {
  const setClock = async (request: IncomingMessage): Promise<Page> => {
    const body = await readBody(request, BODY_LIMIT);
    const order = parse(body);
    const { advanceMs, skipping } = order ?? {};
    const known = Object.keys(order ?? {}).every((key) => key === 'advanceMs' || key === 'skipping');
    const validAdvance = advanceMs === undefined || (Number.isFinite(advanceMs) && Number(advanceMs) >= 0);
    const validSkipping = skipping === undefined || typeof skipping === 'boolean';
    if (order === undefined || !known || !validAdvance || !validSkipping) {
      return json(400, {
        message: 'expected { "advanceMs": milliseconds, at least 0 } and/or { "skipping": true or false }',
      });
    }
    if (typeof skipping === 'boolean') clock.setSkipping(skipping);
    if (typeof advanceMs === 'number') clock.advance(advanceMs);
    return json(200, { now: new Date(clock.now()).toISOString() });
  };

  const answer = async (request: IncomingMessage): Promise<Page> => {
    const path = (request.url ?? '').split('?')[0]!.replace(/\/$/, '');
    switch (`${request.method} ${path}`) {
      case 'GET /_local':
        return { status: 200, type: 'text/html; charset=utf-8', body: renderStatus(await state()) };
      case 'GET /_local/state':
        return json(200, await state());
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
