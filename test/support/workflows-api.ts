import { workflowSetupArea } from '../../functions/api/workflow-setup/index.ts';
import { workflowsArea } from '../../functions/api/workflows/index.ts';
import type { KeyGrant } from '../../lib/platform/access/index.ts';
import { serveArea } from '../../lib/platform/http/index.ts';
import { readJson } from './api-call.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from './http-event.ts';
import type { OrdersReply } from './orders-api.ts';
import { startTestTable, type TestTable } from './test-table.ts';

/** The areas of workflows on their own table. */
export interface WorkflowsApi {
  readonly db: TestTable;
  /** Calls an endpoint with a key that has all rights in `org_test`, changed by `grant`. */
  call(
    routeKey: string,
    request?: HttpRequestOptions & { readonly grant?: Partial<KeyGrant> },
  ): Promise<OrdersReply>;
  /** The reply of a call that must succeed. */
  must(routeKey: string, request?: HttpRequestOptions): Promise<ReturnType<typeof JSON.parse>>;
  stop(): Promise<void>;
}

/** Starts it. */
export async function startWorkflowsApi(now?: string): Promise<WorkflowsApi> {
  const db = await startTestTable(now);
  const served = [workflowsArea, workflowSetupArea].map((area) => ({
    routeKeys: area.endpoints.map(({ routeKey }) => routeKey),
    handler: serveArea(area, () => db.deps),
  }));
  const call: WorkflowsApi['call'] = async (routeKey, { grant, ...request } = {}) => {
    const area = served.find(({ routeKeys }) => routeKeys.includes(routeKey));
    if (!area) throw new Error(`No area has the route "${routeKey}".`);
    const verdict = { grant: anyGrant(grant) };
    const { statusCode, body, headers } = await area.handler(httpEvent(routeKey, { verdict, ...request }));
    return { status: statusCode, json: readJson(body, headers['content-type']) };
  };
  return {
    db,
    call,
    async must(routeKey, request) {
      const { status, json } = await call(routeKey, request);
      if (status !== 200) throw new Error(`${routeKey} was refused: ${JSON.stringify(json)}`);
      return json;
    },
    stop: () => db.stop(),
  };
}
