import { areas } from '../../../functions/api/index.ts';
import { readJson } from '../../support/api-call.ts';
import { type HttpRequestOptions, httpEvent } from '../../support/http-event.ts';
import type { FunctionPool } from './function-pool.ts';
import type { World } from './world.ts';

/** A reply as a client gets it. */
export interface Reply {
  readonly status: number;
  /** As untyped as JSON.parse has it. */
  readonly json: ReturnType<typeof JSON.parse>;
}

const served = new Map(
  areas.flatMap(({ name, endpoints }) =>
    endpoints.map(
      (endpoint) => [endpoint.routeKey, { area: name, isOpen: endpoint.permission === null }] as const,
    ),
  ),
);

/** Route keys of every endpoint. */
export const routeKeys: readonly string[] = [...served.keys()];

/** API Gateway: asks the authorizer, then calls the area that has the route. */
export class Gateway {
  readonly #world: World;
  readonly #pool: FunctionPool;

  constructor(world: World, pool: FunctionPool) {
    this.#world = world;
    this.#pool = pool;
  }

  /**
   * The reply; undefined when it was lost on the way. `cause` is the same name for the request in every run of the
   * seed.
   */
  async request(cause: string, routeKey: string, request: HttpRequestOptions): Promise<Reply | undefined> {
    const route = served.get(routeKey);
    if (!route) throw new Error(`There is no endpoint ${routeKey}.`);
    const world = this.#world;
    const random = world.random(`request ${cause}`);
    const { headers = {} } = request;
    await world.scheduler.pause(random.wait(30));
    if (world.faults.happens('request-lost', random, `${cause} on the way there`)) {
      await world.scheduler.pause(5_000);
      return undefined;
    }
    const reply = await this.#serve(cause, routeKey, route, { ...request, headers });
    world.tell(
      'gateway',
      () => `${routeKey} [${cause}] is answered ${reply.status} ${JSON.stringify(reply.json).slice(0, 160)}`,
    );
    await world.scheduler.pause(random.wait(30));
    return world.faults.happens('request-lost', random, `${cause} on the way back`) ? undefined : reply;
  }

  async #serve(
    cause: string,
    routeKey: string,
    route: { readonly area: string; readonly isOpen: boolean },
    request: HttpRequestOptions,
  ): Promise<Reply> {
    try {
      const event = httpEvent(routeKey, { ...request, verdict: null, requestId: `req-${cause}` });
      let lambda: unknown;
      if (!route.isOpen) {
        const verdict = (await this.#pool.invoke('authorize', cause, { headers: request.headers })) as {
          readonly context: object;
        };
        lambda = verdict.context;
      }
      const { requestContext } = event;
      const reply = (await this.#pool.invoke(`api-${route.area}`, cause, {
        ...event,
        requestContext: { ...requestContext, authorizer: lambda === undefined ? undefined : { lambda } },
      })) as { readonly statusCode: number; readonly body: string; readonly headers: Record<string, string> };
      return { status: reply.statusCode, json: readJson(reply.body, reply.headers['content-type']) };
    } catch {
      return { status: 503, json: { message: 'Service Unavailable' } };
    }
  }
}
