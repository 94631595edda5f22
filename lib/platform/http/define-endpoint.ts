import type * as z from 'zod';
import type { Caller, ForLimited, LimitedUse, Permission } from '../access/index.ts';
import { conflict, forbidden, validationErrors } from '../core/common-refusals.ts';
import type { HttpMethod } from '../core/http-methods.ts';
import type { Origin } from '../core/origin.ts';
import type { Refusal, RefusalMaker } from '../core/refusal.ts';
import type { CoreDeps, Grants } from '../runtime/index.ts';
import type { Table } from '../table/index.ts';
import type { RawReply } from './raw-reply.ts';
import {
  badRequest,
  headersTooLarge,
  idempotencyKeyInUse,
  idempotencyKeyReused,
  internalServerError,
  payloadTooLarge,
  serviceUnavailable,
  tooManyRequests,
  unauthorized,
} from './refusals.ts';

/** Methods of the API. */
export type Method = HttpMethod;

/** What a handler of a public endpoint gets besides its input. */
export type PublicContext<Deps extends CoreDeps = CoreDeps> = Deps & {
  /** Identifies the request in the reply and in the log. */
  readonly requestId: string;
};

/**
 * What a handler gets besides its input. `ids` creates the same identifiers again when a request with an
 * `Idempotency-Key` is repeated, in the order in which they are requested: a conditional create of the
 * repetition finds what a crashed first attempt created. `resumed` is then true.
 */
export type Context<Deps extends CoreDeps = CoreDeps> = PublicContext<Deps> & {
  readonly caller: Caller;
  /** The caller's organization: the first part of every key. */
  readonly organizationId: string;
  /** True when an earlier attempt of this request ended without an answer and may have written something. */
  readonly resumed: boolean;
  /** Actor and cause of a change, for `auditedChange`. */
  readonly origin: Origin;
  /**
   * Version in `If-Match`, undefined without that header. Only endpoints with `takesIfMatch` get it; they
   * pass it to `refuseOtherVersion`.
   */
  readonly expectedVersion: number | undefined;
};

/** The request as it was sent, for messages with a signature. */
export interface RawRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Input of a handler: the parts of the request, parsed by the endpoint's schemas. */
export interface Input<Path, Query, Body> {
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
}

type Parsed<Schema extends z.ZodType | undefined> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What `defineEndpoint` takes. */
export interface EndpointDefinition<
  Deps extends CoreDeps,
  Access extends Permission | null,
  Path extends z.ZodObject | undefined,
  Query extends z.ZodObject | undefined,
  Body extends z.ZodType | undefined,
  Reply extends z.ZodType,
> {
  /** Operation name in camelCase, unique in the API: the `operationId`. */
  readonly name: string;
  readonly method: Method;
  /** Path with parameters in braces, such as `/v1/order/{id}`. */
  readonly path: `/${string}`;
  /** Heading of the documentation for the operation, such as `Orders`. */
  readonly area: string;
  /** A few words in the imperative, without a full stop. */
  readonly summary: string;
  /** What a caller needs to know beyond the schemas; Markdown paragraphs. */
  readonly description?: string;
  /** Permission that the caller needs; null = public, no key needed. */
  readonly permission: Access;
  /**
   * What it is for a caller who is limited to store locations or driver groups: one word for both, or one for
   * each. Null = public.
   */
  readonly forLimited: Access extends null ? null : LimitedUse | ForLimited;
  /** Path parameters. */
  readonly params?: Path;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * Name of the array in the body whose rows are independent: the handler parses each with `readRow`, and an
   * invalid row does not block the others.
   */
  readonly separateRows?: string;
  /** Schema of these rows, to find unknown fields. */
  readonly rowSchema?: z.ZodType;
  readonly reply: Reply;
  readonly bodyExample?: unknown;
  readonly replyExample: unknown;
  /** Status of success. The contract's is 200 everywhere, creates included. */
  readonly status?: number;
  /**
   * The endpoint changes an entity with a `version` and takes the optional header `If-Match`: its handler reads
   * `ctx.expectedVersion` and refuses with `refuseOtherVersion`.
   */
  readonly takesIfMatch?: boolean;
  /** The reply contains a secret: for repetitions it is encrypted with the caller's API key. */
  readonly isConfidential?: boolean;
  /** Not a tool for assistants: it makes sense only to programs or people. */
  readonly isNoTool?: boolean;
  /** Media type of the reply. Other than JSON, the reply is a string that is sent as it is. */
  readonly contentType?: string;
  /** Replies of another media type or status that the handler makes itself, as a `RawReply`. */
  readonly otherReplies?: readonly OtherReply[];
  /** Headers of every reply besides the usual ones. */
  readonly replyHeaders?: Readonly<Record<string, string>>;
  /** The page that people get instead of a refusal's JSON; for endpoints whose reply is HTML. */
  readonly refusalPage?: (refusal: Refusal, request: RawRequest) => string;
  /** Refusal of a request that does not match the schemas; default VALIDATION_ERRORS with status 422. */
  readonly invalidInput?: InvalidInput;
  /** What the handler may return instead of a reply, beyond the refusals that every endpoint has. */
  readonly refusals: readonly RefusalMaker[];
  handle(call: {
    readonly input: Input<Parsed<Path>, Parsed<Query>, Parsed<Body>>;
    readonly ctx: Access extends null ? PublicContext<Deps> : Context<Deps>;
    readonly request: RawRequest;
  }): Promise<z.input<Reply> | Refusal | RawReply> | z.input<Reply> | Refusal | RawReply;
}

/** A reply that is documented beside the usual one. */
export interface OtherReply {
  readonly status: number;
  readonly summary: string;
  /** Absent = no body. */
  readonly contentType?: string;
  /** Schema of the body; absent = text. */
  readonly schema?: { readonly type: 'object' };
}

/** Refuses a request whose fields are not of the documented shape. */
type InvalidInput = RefusalMaker<{ readonly fields: Readonly<Record<string, string>> }>;

/** An endpoint as other code sees it: route, adapter, documentation and tests read this value. */
export interface Endpoint<Deps extends CoreDeps = CoreDeps> {
  readonly name: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly area: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly permission: Permission | null;
  /** Null = public. */
  readonly forLimited: ForLimited | null;
  readonly params: z.ZodObject | undefined;
  readonly query: z.ZodObject | undefined;
  readonly body: z.ZodType | undefined;
  readonly separateRows: string | undefined;
  readonly rowSchema: z.ZodType | undefined;
  readonly reply: z.ZodType;
  readonly bodyExample: unknown;
  readonly replyExample: unknown;
  readonly status: number;
  readonly takesIfMatch: boolean;
  readonly isConfidential: boolean;
  readonly isNoTool: boolean;
  readonly contentType: string;
  readonly otherReplies: readonly OtherReply[];
  readonly replyHeaders: Readonly<Record<string, string>>;
  readonly refusalPage: ((refusal: Refusal, request: RawRequest) => string) | undefined;
  readonly invalidInput: InvalidInput;
  readonly refusals: readonly RefusalMaker[];
  /** API Gateway's key of the route: method and path. */
  readonly routeKey: string;
  /** The caller is in `ctx` exactly when the endpoint needs a permission. */
  handle(call: {
    readonly input: Input<unknown, unknown, unknown>;
    readonly ctx: PublicContext<Deps> | Context<Deps>;
    readonly request: RawRequest;
  }): unknown;
}

/** `defineEndpoint` for an area whose handlers need more than the core dependencies. */
export function endpointFor<Deps extends CoreDeps>() {
  return <
    Access extends Permission | null,
    Reply extends z.ZodType,
    Path extends z.ZodObject | undefined = undefined,
    Query extends z.ZodObject | undefined = undefined,
    Body extends z.ZodType | undefined = undefined,
  >(
    definition: EndpointDefinition<Deps, Access, Path, Query, Body, Reply>,
  ): Endpoint<Deps> => {
    requirePathParameters(definition.name, definition.path, definition.params);
    return Object.freeze({
      name: definition.name,
      method: definition.method,
      path: definition.path,
      area: definition.area,
      summary: definition.summary,
      description: definition.description,
      permission: definition.permission,
      forLimited: forLimitedOf(definition.forLimited),
      params: definition.params,
      query: definition.query,
      body: definition.body,
      separateRows: definition.separateRows,
      rowSchema: definition.rowSchema,
      reply: definition.reply,
      bodyExample: definition.bodyExample,
      replyExample: definition.replyExample,
      status: definition.status ?? 200,
      takesIfMatch: definition.takesIfMatch ?? false,
      isConfidential: definition.isConfidential ?? false,
      isNoTool: definition.isNoTool ?? false,
      contentType: definition.contentType ?? 'application/json',
      otherReplies: Object.freeze([...(definition.otherReplies ?? [])]),
      replyHeaders: Object.freeze({ ...definition.replyHeaders }),
      refusalPage: definition.refusalPage,
      invalidInput: definition.invalidInput ?? validationErrors,
      refusals: Object.freeze([...definition.refusals]),
      routeKey: `${definition.method} ${definition.path}`,
      handle: definition.handle,
    });
  };
}

/** One word stands for both kinds of limit. */
function forLimitedOf(declared: LimitedUse | ForLimited | null): ForLimited | null {
  return typeof declared === 'string' ? Object.freeze({ stores: declared, groups: declared }) : declared;
}

/** Defines an endpoint that needs only the core dependencies. */
export const defineEndpoint = endpointFor<CoreDeps>();

/** Every refusal that a caller of the endpoint can get: its own and those of the adapter. */
export function refusalsOf(endpoint: Endpoint): readonly RefusalMaker[] {
  const { permission, body, method, params, query } = endpoint;
  const changes = method !== 'GET';
  return [
    ...new Set([
      ...endpoint.refusals,
      ...(permission === null ? [] : [unauthorized, forbidden]),
      ...(endpoint.takesIfMatch ? [conflict, validationErrors] : []),
      ...(body ? [badRequest, payloadTooLarge] : []),
      ...(body || query || params ? [endpoint.invalidInput] : []),
      ...(changes && permission !== null ? [validationErrors] : []),
      ...(changes && permission !== null ? [idempotencyKeyInUse, idempotencyKeyReused] : []),
      tooManyRequests,
      headersTooLarge,
      internalServerError,
      serviceUnavailable,
    ]),
  ];
}

/** Endpoints that one function serves, and the rights of that function. */
export interface Area<Deps extends CoreDeps = CoreDeps> {
  /** Folder of the area under `functions/api`, as `orders`; names the function. */
  readonly name: string;
  readonly endpoints: readonly Endpoint<Deps>[];
  readonly uses: Grants;
  /** True for an area with its own limit of requests: the limit of organizations does not apply. */
  readonly limitsRequests?: boolean;
  /**
   * Ids of the routes of the driver groups to which a caller is limited, for an area whose orders and jobs
   * such a caller sees by their routes. Called only for limited callers and operations that are narrowed for
   * them; without it such a caller sees no order and no job.
   */
  readonly routesOf?: (table: Table, caller: Caller) => Promise<readonly string[]>;
  /** Answers every request that no route of the API matches. One area of the API has it. */
  fallback?(request: { readonly method: string; readonly path: string }): Refusal;
}

/** Defines an area. Throws when two of its endpoints share a name or a route. */
export function defineArea<Deps extends CoreDeps = CoreDeps>(area: Area<Deps>): Area<Deps> {
  const taken = new Set<string>();
  for (const { name, routeKey } of area.endpoints) {
    for (const value of [name, routeKey]) {
      if (taken.has(value)) throw new Error(`Area "${area.name}" has "${value}" twice.`);
      taken.add(value);
    }
  }
  return Object.freeze({ ...area, endpoints: Object.freeze([...area.endpoints]) });
}

/** Every `{name}` of the path has a schema and every schema a `{name}`: a mismatch is a bug, found at load. */
function requirePathParameters(name: string, path: string, params: z.ZodObject | undefined): void {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter).sort();
  const inSchema = Object.keys(params?.shape ?? {}).sort();
  if (inPath.join() !== inSchema.join()) {
    throw new Error(`Endpoint "${name}": "${path}" has [${inPath}], its params schema [${inSchema}].`);
  }
}
