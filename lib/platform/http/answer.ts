import type * as z from 'zod';
import type { Caller } from '../access/index.ts';
import { describeIssues } from '../core/describe-issues.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { answerOnce, readIdempotencyKey } from './answer-once.ts';
import { authorize } from './authorize.ts';
import {
  type Area,
  type Context,
  type Endpoint,
  type Input,
  type PublicContext,
  type RawRequest,
  refusalsOf,
} from './define-endpoint.ts';
import { findUnstorable } from './find-unstorable.ts';
import { fitNames, type IgnoredField, MAX_NAMED } from './fit-names.ts';
import { type HttpEvent, headerOf, organizationHeaderOf } from './http-event.ts';
import { type HttpReply, refusalReply, successReply } from './http-reply.ts';
import { readVerdict } from './key-verdict.ts';
import type { LimitOrganization } from './limit-organization.ts';
import { RawReply } from './raw-reply.ts';
import { readBody } from './read-body.ts';
import { readIfMatch } from './read-if-match.ts';
import { unauthorized } from './refusals.ts';
import { refuseUnknownRoute } from './refuse-unknown-route.ts';
import { revalidate } from './revalidate.ts';

/** The reply to one request: finds the endpoint, authorizes, parses the input, calls the handler. Faults throw. */
export async function answer<Deps extends CoreDeps>(request: {
  readonly area: Area<Deps>;
  /** The area's endpoints by route key. */
  readonly routes: ReadonlyMap<string, Endpoint<Deps>>;
  readonly deps: Deps;
  /** Counts the requests of each organization; undefined = they are not limited. */
  readonly limit?: LimitOrganization | undefined;
  readonly event: HttpEvent;
}): Promise<HttpReply> {
  const { area, routes, deps, limit, event } = request;
  const { requestId, http } = event.requestContext;
  const refuse = (refusal: Refusal) => refusalReply(refusal, requestId);

  const endpoint = routes.get(event.routeKey);
  if (!endpoint && isPreflight(event)) return { statusCode: 204, headers: {}, body: '' };
  if (!endpoint) return refuse(area.fallback?.(http) ?? refuseUnknownRoute(area.endpoints, http));
  const caller = identify(deps, endpoint, event);
  if (isRefusal(caller)) return refuse(caller);
  const limited = caller && (await limit?.(caller.organizationId, caller.requestsPerSecond));
  const reply = limited?.refusal
    ? refuse(limited.refusal)
    : await answerCaller({ area, endpoint, deps, event, caller });
  return limited ? withHeaders(reply, limited.headers) : reply;
}

/**
 * Whether a browser asks if a script may send a request. API Gateway answers by itself only where no route takes the
 * method OPTIONS, and `ANY` and `$default` take it. It adds the headers, for which the status must be a success.
 */
function isPreflight(event: HttpEvent): boolean {
  return (
    event.requestContext.http.method === 'OPTIONS' &&
    headerOf(event, 'origin') !== undefined &&
    headerOf(event, 'access-control-request-method') !== undefined
  );
}

/** The reply to an authorized request. */
async function answerCaller<Deps extends CoreDeps>(request: {
  readonly area: Area<Deps>;
  readonly endpoint: Endpoint<Deps>;
  readonly deps: Deps;
  readonly event: HttpEvent;
  readonly caller: Caller | undefined;
}): Promise<HttpReply> {
  const { area, endpoint, deps, event, caller } = request;
  const { requestId } = event.requestContext;
  const input = readInput(endpoint, event);
  if (isRefusal(input)) return refused(endpoint, event, input);

  if (input.ignored.length > 0) reportIgnored(deps, endpoint, input.ignored, requestId);
  const limited = caller && (await withRoutes(deps, area, endpoint, caller));
  const reply = await carryOut({ endpoint, deps, event, input, caller: limited });
  const named = withIgnoredFields(reply, input.ignored);
  return caller && endpoint.method === 'GET' ? revalidate(named, headerOf(event, 'if-none-match')) : named;
}

/** The caller with the routes to which its driver groups limit it; none where an operation does not look at them. */
async function withRoutes<Deps extends CoreDeps>(
  { table }: Deps,
  { routesOf }: Area<Deps>,
  { forLimited }: Endpoint<Deps>,
  caller: Caller,
): Promise<Caller> {
  if (caller.driverGroupIds === null) return caller;
  const isNarrowed = routesOf !== undefined && forLimited?.groups === 'narrowed';
  return { ...caller, routeIds: isNarrowed ? await routesOf(table, caller) : [] };
}

/** Calls the handler, once per idempotency key. */
async function carryOut<Deps extends CoreDeps>(request: {
  readonly endpoint: Endpoint<Deps>;
  readonly deps: Deps;
  readonly event: HttpEvent;
  readonly input: ReadInput;
  readonly caller: Caller | undefined;
}): Promise<HttpReply> {
  const { endpoint, deps, event, input, caller } = request;
  const { requestId } = event.requestContext;
  const refuse = (refusal: Refusal) => refusalReply(refusal, requestId);
  if (!caller) return call({ endpoint, deps, event, input: input.parsed, ctx: { ...deps, requestId } });
  const expectedVersion = endpoint.takesIfMatch ? readIfMatch(headerOf(event, 'if-match')) : undefined;
  if (isRefusal(expectedVersion)) return refuse(expectedVersion);
  const { organizationId, actor } = caller;
  const origin = { organizationId, actor, cause: causeOf(event) };
  const table = deps.table.actingFor(origin);
  const ctx = { ...deps, table, requestId, caller, organizationId, resumed: false, origin, expectedVersion };
  const key = endpoint.method === 'GET' ? undefined : readIdempotencyKey(headerOf(event, 'idempotency-key'));
  if (isRefusal(key)) return refuse(key);
  if (key === undefined) return call({ endpoint, deps, event, input: input.parsed, ctx });

  const reply = await answerOnce(
    deps,
    {
      organizationId: caller.organizationId,
      operation: endpoint.name,
      path: event.rawPath,
      key,
      // A key with other limits must not see the reply to another key.
      content: [
        input.content,
        caller.storeLocationIds,
        caller.driverGroupIds,
        ...(expectedVersion === undefined ? [] : [expectedVersion]),
      ],
      sealedBy: endpoint.isConfidential ? headerOf(event, 'authorization') : undefined,
    },
    (repetition) => call({ endpoint, deps, event, input: input.parsed, ctx: { ...ctx, ...repetition } }),
  );
  return isRefusal(reply) ? refuse(reply) : reply;
}

/** An agent and its run, as `agt_.../agr_...`: a person confirmed their proposal. */
const THROUGH_AGENT = /^agt_[0-9A-Za-z]{1,60}\/agr_[0-9A-Za-z]{1,60}$/;

/** The cause of a change, for the audit log: it stays the caller's own, even through an agent. */
function causeOf(event: HttpEvent): string {
  const cause = `request:${event.requestContext.requestId}`;
  const through = headerOf(event, 'x-through-agent');
  return through !== undefined && THROUGH_AGENT.test(through) ? `${cause} through ${through}` : cause;
}

/** Calls the handler and converts its result into a reply. */
async function call<Deps extends CoreDeps>(request: {
  readonly endpoint: Endpoint<Deps>;
  readonly deps: Deps;
  readonly event: HttpEvent;
  readonly input: Input<unknown, unknown, unknown>;
  readonly ctx: PublicContext<Deps> | Context<Deps>;
}): Promise<HttpReply> {
  const { endpoint, deps, input, ctx } = request;
  const { requestId } = request.event.requestContext;
  const raw = rawRequest(request.event);
  const outcome = await endpoint.handle({ input, ctx, request: raw });
  if (isRefusal(outcome)) {
    reportUndeclared(deps, endpoint, outcome, requestId);
    return refused(endpoint, request.event, outcome);
  }
  if (outcome instanceof RawReply) {
    const { statusCode, headers, body, isBase64Encoded } = outcome;
    return withHeaders(
      { statusCode, headers, body, ...(isBase64Encoded ? { isBase64Encoded } : {}) },
      endpoint.replyHeaders,
    );
  }
  const shaped = shapedReply(deps, endpoint, outcome, requestId);
  return withHeaders(successReply(endpoint.status, endpoint.contentType, shaped), endpoint.replyHeaders);
}

/** A refusal as the endpoint answers it: as a page for people, or in the envelope. */
function refused(endpoint: Endpoint, event: HttpEvent, refusal: Refusal): HttpReply {
  const page = endpoint.refusalPage?.(refusal, rawRequest(event));
  const reply = page
    ? successReply(refusal.kind.status, endpoint.contentType, page)
    : refusalReply(refusal, event.requestContext.requestId);
  return withHeaders(reply, endpoint.replyHeaders);
}

function withHeaders(reply: HttpReply, headers: Readonly<Record<string, string>>): HttpReply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

function rawRequest({ headers, body = '', isBase64Encoded }: HttpEvent): RawRequest {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value ?? '']);
  return {
    headers: Object.fromEntries(named),
    body: isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body,
  };
}

/** The caller; undefined for a public endpoint. */
function identify(deps: CoreDeps, endpoint: Endpoint, event: HttpEvent): Caller | Refusal | undefined {
  if (endpoint.permission === null || endpoint.forLimited === null) return undefined;
  const verdict = readVerdict(event.requestContext.authorizer?.lambda);
  if (!verdict) {
    deps.log.error(
      'http.authorizer.missing',
      'A route that needs a key was reached without the authorizer.',
      {
        route: event.routeKey,
      },
    );
    return unauthorized('This request was not authorized.');
  }
  return authorize({
    verdict,
    permission: endpoint.permission,
    forLimited: endpoint.forLimited,
    organizationHeader: organizationHeaderOf(event),
    nowMs: deps.clock.now(),
  });
}

/** Input of a request. */
interface ReadInput {
  readonly parsed: Input<unknown, unknown, unknown>;
  /** Query and body as sent. */
  readonly content: unknown;
  /** Unknown fields of the body, and unknown parameters of the query. */
  readonly ignored: readonly IgnoredField[];
}

/** Path, query and body parsed by the endpoint's schemas, or one refusal that names every invalid field. */
function readInput(endpoint: Endpoint, event: HttpEvent): ReadInput | Refusal {
  const body = endpoint.body ? readBody(event.body, event.isBase64Encoded) : { value: undefined };
  if (isRefusal(body)) return body;
  const fitted = fitBody(endpoint, body.value);
  const given = fitQuery(endpoint, givenParameters(event.queryStringParameters ?? {}));
  const ignored = [...given.ignored, ...fitted.ignored].slice(0, MAX_NAMED);
  const path = parse(endpoint.params, event.pathParameters ?? {}, 'path');
  const query = parse(endpoint.query, given.query, 'query');
  const content = parse(endpoint.body, fitted.body, 'body');
  const unstorable = Object.entries(findUnstorable(body.value)).filter(
    ([field]) => endpoint.separateRows === undefined || !field.startsWith(`${endpoint.separateRows}[`),
  );
  const isStrict = headerOf(event, 'x-strict')?.toLowerCase() === 'true';
  const fields = {
    ...(isStrict ? Object.fromEntries(ignored.map((field) => [field.path, unknownField(field)])) : {}),
    ...Object.fromEntries(unstorable),
    ...content.fields,
    ...query.fields,
    ...path.fields,
    ...tooLong(event.queryStringParameters ?? {}, MAX_QUERY_VALUE),
    ...tooLong(event.pathParameters ?? {}, MAX_PATH_VALUE),
  };
  const names = Object.keys(fields);
  if (names.length > 0) {
    return endpoint.invalidInput(`The request is not valid: ${summaryOf(fields, names)}`, { fields });
  }
  return {
    parsed: { path: path.value, query: query.value, body: content.value },
    content: [event.queryStringParameters ?? {}, body.value],
    ignored,
  };
}

/** Query parameters without the empty ones: clients of the contract send `startDate=` for "not given". */
function givenParameters(parameters: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));
}

/**
 * Longest value of a path parameter: ids and external ids are shorter, and a key of the table has at most
 * 1,024 bytes.
 */
const MAX_PATH_VALUE = 255;

/** Longest value of a query parameter: 1,000 ids of 40 characters do not fit into a URL anyway. */
const MAX_QUERY_VALUE = 8000;

/** The parameters that are too long to name anything. */
function tooLong(
  parameters: Readonly<Record<string, string | undefined>>,
  max: number,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined && value.length > max)
      .map(([name, value]) => [
        name,
        `${value?.length} characters are not accepted: expected at most ${max}.`,
      ]),
  );
}

function parse(
  schema: z.ZodType | undefined,
  input: unknown,
  part: string,
): { readonly value?: unknown; readonly fields?: Readonly<Record<string, string>> } {
  const result = schema?.safeParse(input, { reportInput: true });
  if (!result) return {};
  return result.success
    ? { value: result.data }
    : { fields: describeIssues(result.error.issues, input, part) };
}

/** The query with the names that the endpoint knows, and the others. */
function fitQuery(endpoint: Endpoint, parameters: Readonly<Record<string, string | undefined>>) {
  if (endpoint.query) {
    const { body: query, ignored } = fitNames(endpoint.query, parameters);
    return { query, ignored };
  }
  return {
    query: parameters,
    ignored: Object.keys(parameters).map((path) => ({ path, nearest: undefined })),
  };
}

/** The body with the names that the endpoint knows; independent rows are fitted one by one. */
function fitBody(endpoint: Endpoint, value: unknown): ReturnType<typeof fitNames> {
  if (!endpoint.body) return { body: undefined, ignored: [] };
  const { body, ignored } = fitNames(endpoint.body, value);
  const { separateRows, rowSchema } = endpoint;
  const rows = separateRows === undefined ? undefined : Reflect.get(Object(body), separateRows);
  if (separateRows === undefined || rowSchema === undefined || !Array.isArray(rows)) return { body, ignored };
  const fitted = rows.map((row) => fitNames(rowSchema, row));
  return {
    body: { ...Object(body), [separateRows]: fitted.map((row) => row.body) },
    ignored: [
      ...ignored,
      ...fitted.flatMap((row, index) =>
        row.ignored.map((field) => ({ ...field, path: `${separateRows}[${index}].${field.path}` })),
      ),
    ].slice(0, MAX_NAMED),
  };
}

function unknownField({ nearest }: IgnoredField): string {
  return `This field is not known. ${nearest === undefined ? 'Leave it out' : `Send \`${nearest}\``}, or send no X-Strict.`;
}

/** Names the ignored fields in the reply (decision C66). */
function withIgnoredFields(reply: HttpReply, ignored: readonly IgnoredField[]): HttpReply {
  if (ignored.length === 0) return reply;
  const listed = ignored.map(({ path, nearest }) => (nearest === undefined ? path : `${path} (${nearest}?)`));
  // Header values are visible ASCII, and a proxy may accept only a few kilobytes.
  const value = listed
    .join(', ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 1000);
  return { ...reply, headers: { ...reply.headers, 'x-ignored-fields': value } };
}

function reportIgnored(
  deps: CoreDeps,
  endpoint: Endpoint,
  ignored: readonly IgnoredField[],
  requestId: string,
): void {
  deps.log.info('http.fields.ignored', 'A request had unknown fields.', {
    endpoint: endpoint.name,
    requestId,
    fields: ignored
      .map(({ path }) => path)
      .join(', ')
      .slice(0, 1000),
  });
}

function summaryOf(fields: Readonly<Record<string, string>>, names: readonly string[]): string {
  const [first = ''] = names;
  const more = names.length - 1;
  return `${first}: ${fields[first]}${more > 0 ? ` And ${more} more.` : ''}`;
}

/** The reply cut to its schema. A mismatch is a bug, but the caller's work is done: it is sent as it is. */
function shapedReply(deps: CoreDeps, endpoint: Endpoint, reply: unknown, requestId: string): unknown {
  const parsed = endpoint.reply.safeParse(reply);
  if (parsed.success) return parsed.data;
  const fields = describeIssues(parsed.error.issues, reply, 'reply');
  deps.log.error('http.reply.unfit', 'A reply does not have the documented shape.', {
    endpoint: endpoint.name,
    requestId,
    fields: JSON.stringify(fields),
  });
  return reply;
}

/** A refusal that the endpoint does not declare is sent all the same, but the documentation lacks it. */
function reportUndeclared(deps: CoreDeps, endpoint: Endpoint, refusal: Refusal, requestId: string): void {
  if (refusalsOf(endpoint).some(({ kind }) => kind === refusal.kind)) return;
  deps.log.error('http.refusal.undeclared', 'An endpoint refused with a code that it does not declare.', {
    endpoint: endpoint.name,
    refusal: refusal.kind.code,
    requestId,
  });
}
