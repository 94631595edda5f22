import type { KeyGrant } from '../../lib/platform/access/index.ts';
import { type Area, serveArea } from '../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import { readJson } from './api-call.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from './http-event.ts';
import { startTestTable, type TestTable } from './test-table.ts';

/** A reply of an area. */
interface AreaReply {
  readonly status: number;
  /** Untyped, as JSON.parse returns it: a test's expectations show which shape the reply has. */
  readonly json: ReturnType<typeof JSON.parse>;
}

/** An area of the API on its own table. */
export interface AreaApi<Deps> {
  readonly db: TestTable;
  readonly deps: Deps;
  /** Calls an endpoint with a key that has all rights in `org_test`, changed by `grant`. */
  call(
    routeKey: string,
    request?: HttpRequestOptions & { readonly grant?: Partial<KeyGrant> },
  ): Promise<AreaReply>;
  stop(): Promise<void>;
}

/** Starts it. The clock stands at `now`. */
export async function startAreaApi<Deps extends CoreDeps>(
  area: Area<Deps>,
  depsOn: (db: TestTable) => Deps,
  now?: string,
): Promise<AreaApi<Deps>> {
  const db = await startTestTable(now);
  const deps = depsOn(db);
  const handler = serveArea(area, () => deps);
  return {
    db,
    deps,
    async call(routeKey, { grant, ...request } = {}) {
      const verdict = { grant: anyGrant(grant) };
      const { statusCode, body, headers } = await handler(httpEvent(routeKey, { verdict, ...request }));
      return { status: statusCode, json: readJson(body, headers['content-type']) };
    },
    stop: () => db.stop(),
  };
}
