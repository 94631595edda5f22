import * as z from 'zod';
import { HTTP_METHODS } from '../../../platform/core/http-methods.ts';
import { isJsonPointer, readPointer } from '../../../platform/core/json-pointer.ts';
import { nearestMatch } from '../../../platform/core/nearest-match.ts';
import { REQUEST_STAGES, type RequestStage } from '../../vocabulary/index.ts';
import type { Connection, Environment } from '../definition/environment.ts';
import { isForbiddenName, type Json, type JsonObject, own } from '../json.ts';
import { limits } from '../limits.ts';
import type { BackgroundResult } from './background-result.ts';
import {
  type ActionContext,
  defineAction,
  type Failed,
  type Outcome,
  type ReferenceProblem,
  type SettleContext,
  type Settled,
  type TemplateUse,
} from './define-action.ts';
import { mustExist, onFailure, reference, templateText, timeoutSeconds } from './shared/config-parts.ts';
import { jsonValue, seconds, text } from './shared/payload-parts.ts';
import { pathProblem, requestUrl } from './shared/request-url.ts';

/** Headers that belong to the connection, to HTTP itself or to the idempotency of the step. */
const OWNED_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'idempotency-key',
]);

/** What the step publishes in addition to its extracts. */
const OWN_OUTPUTS = {
  status: 'text',
  http_status: 'number',
  error_stage: 'text',
  error: 'text',
} as const;

const fieldName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z0-9_.~$[\]-]+$/, 'may contain only letters, digits and _ . ~ $ [ ] -')
  .refine((name) => !isForbiddenName(name), 'is a reserved name');

const headerName = z
  .string()
  .max(128)
  .regex(/^[A-Za-z0-9-]+$/, 'may contain only letters, digits and -')
  .refine((name) => !OWNED_HEADERS.has(name.toLowerCase()), 'belongs to the connection');

const fields = (name: z.ZodString) =>
  z
    .record(name, templateText(4_000))
    .refine(
      (record) => Object.keys(record).length <= limits.httpFields,
      `has more than ${limits.httpFields} entries`,
    )
    .default({});

const config = z.strictObject({
  connectionId: reference,
  method: z.enum(HTTP_METHODS),
  path: templateText(2_000)
    .refine((path) => pathProblem(path.replace(/\{\{[^{}]*\}\}/g, 'x')) === undefined, {
      error: (issue) => pathProblem(String(issue.input).replace(/\{\{[^{}]*\}\}/g, 'x')) ?? 'is not a path',
    })
    .describe('Relative to the path prefix of the connection'),
  query: fields(fieldName),
  headers: fields(headerName),
  body: z.json().optional().describe('A text that is a single {{variable}} keeps the type of its value'),
  timeoutSeconds,
  onFailure,
  extract: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(
            /^[a-z][A-Za-z0-9_]{0,63}$/,
            'must be a lowercase letter, then up to 63 letters, digits or _',
          )
          .refine(
            (name) => !Object.hasOwn(OWN_OUTPUTS, name) && !isForbiddenName(name),
            'is a reserved name',
          ),
        pointer: z.string().max(512).refine(isJsonPointer, 'is not a JSON Pointer'),
      }),
    )
    .max(limits.extracts)
    .default([]),
});

type Config = z.infer<typeof config>;

const payload = z.strictObject({
  connectionId: text,
  method: z.enum(HTTP_METHODS),
  url: text,
  headers: z.record(text, text),
  body: jsonValue,
  timeoutSeconds: seconds,
  idempotencyKey: text,
  /** Whether the reply is read: not when nothing of it is extracted, however long it is. */
  wantsBody: z.boolean(),
});

/**
 * Sends an HTTP request through an administrator's connection (specification 4.6.15). It makes one attempt with a
 * stable idempotency key. A missing variable becomes empty text, or null where it is a whole value, and is noted
 * on the step.
 */
export const sendHttpRequest = defineAction({
  key: 'send_http_request',
  title: 'Send an HTTP request',
  config,
  payload,
  effect: 'work',
  needs: [],
  synchronous: false,
  looksUp: ['connections'],
  templates: (settings) => [
    { field: 'path', source: settings.path },
    ...bodyTemplates(settings.query, 'query'),
    ...bodyTemplates(settings.headers, 'headers'),
    ...bodyTemplates(settings.body ?? null, 'body'),
  ],
  outputs: OWN_OUTPUTS,
  moreOutputs: ({ extract }) => Object.fromEntries(extract.map(({ name }) => [name, 'json' as const])),
  uses: ({ connectionId: id }) => [{ kind: 'connection', id }],
  references: connectionProblems,
  timeoutSeconds: (settings) => settings.timeoutSeconds,
  plan,
  failure: (settings, reason) => failure(settings, 'building', reason),
  settle,
});

function bodyTemplates(value: Json | undefined, field: string): TemplateUse[] {
  if (typeof value === 'string') return [{ field, source: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => bodyTemplates(child, `${field}.${key}`));
}

function connectionProblems(settings: Config, { connections }: Environment): ReferenceProblem[] {
  if (connections === undefined) return [];
  const connection = connections.find(({ id }) => id === settings.connectionId);
  if (connection === undefined) {
    return mustExist(
      'connectionId',
      'connection',
      settings.connectionId,
      connections.map(({ id }) => id),
    );
  }
  return notAllowed(settings, connection);
}

/** What the connection does not allow a node to do. Checked at save, and again when the request is built. */
function notAllowed(settings: Config, connection: Connection): ReferenceProblem[] {
  const problems: ReferenceProblem[] = [];
  if (!connection.allowedMethods.includes(settings.method)) {
    const allowed = connection.allowedMethods.join(', ');
    problems.push({ field: 'method', message: `The connection allows ${allowed}, not ${settings.method}.` });
  }
  const settable = new Set(connection.settableFields);
  const lower = new Set(connection.settableFields.map((name) => name.toLowerCase()));
  const refuse = (field: string, name: string) =>
    problems.push({
      field,
      message: `The connection does not allow a node to set "${name}".`,
      suggestion: () => nearestMatch(name, settable),
    });
  for (const name of Object.keys(settings.query)) if (!settable.has(name)) refuse(`query.${name}`, name);
  for (const name of Object.keys(settings.headers)) {
    if (!lower.has(name.toLowerCase())) refuse(`headers.${name}`, name);
  }
  const { body } = settings;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    for (const name of Object.keys(body)) if (!settable.has(name)) refuse(`body.${name}`, name);
  } else if (body !== undefined && settable.size === 0) refuse('body', 'body');
  return problems;
}

function plan(context: ActionContext, settings: Config): Outcome<z.infer<typeof payload>> {
  const building = (reason: string) => failure(settings, 'building', reason);
  const connection = context.environment.connections?.find(({ id }) => id === settings.connectionId);
  if (connection === undefined) return building(`There is no connection "${settings.connectionId}".`);
  const [refused] = notAllowed(settings, connection);
  if (refused !== undefined) return building(refused.message);
  const query = new Map(Object.entries(settings.query).map(([name, source]) => [name, context.text(source)]));
  const headers: Record<string, string> = {};
  for (const [name, source] of Object.entries(settings.headers)) {
    const value = context.text(source);
    // A line break would start another header.
    if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
      return building(`The header "${name}" has an illegal character.`);
    headers[name] = value;
  }
  let broken = false;
  const path = context.text(settings.path, (text) => {
    // Half a surrogate pair has no UTF-8 form: encodeURIComponent throws, and a replacement would be another address.
    broken ||= !text.isWellFormed();
    return encodeURIComponent(text.toWellFormed());
  });
  if (broken) return building('The request cannot be built: a value of the path is not valid text.');
  const address = requestUrl(connection, path, query);
  if ('problem' in address) return building(`The request cannot be built: ${address.problem}.`);
  return {
    kind: 'effect',
    payload: {
      connectionId: connection.id,
      method: settings.method,
      url: address.url,
      headers,
      body: settings.body === undefined ? null : hydrate(context, settings.body),
      timeoutSeconds: settings.timeoutSeconds,
      idempotencyKey: context.effectKey,
      wantsBody: settings.extract.length > 0,
    },
  };
}

/** Fills in every text of a JSON value; its keys stay as written. */
function hydrate(context: ActionContext, value: Json): Json {
  if (typeof value === 'string') return context.value(value);
  if (Array.isArray(value)) return value.map((item: Json) => hydrate(context, item));
  if (typeof value !== 'object' || value === null) return value;
  const filled: Record<string, Json> = {};
  for (const [key, child] of Object.entries(value)) {
    if (!isForbiddenName(key)) filled[key] = hydrate(context, child ?? null);
  }
  return filled;
}

function settle(_context: SettleContext, settings: Config, result: BackgroundResult): Settled {
  if (result.outcome !== 'succeeded') {
    const stage = REQUEST_STAGES.find((name) => name === result.stage) ?? 'transport';
    return failure(settings, stage, result.reason ?? 'The request failed.');
  }
  const status = own(result.value, 'status');
  if (typeof status !== 'number') return failure(settings, 'reading_response', 'The response has no status.');
  if (status < 200 || status > 299) {
    return failure(settings, 'http_status', `The response has status ${status}.`, status);
  }
  const body = parsedBody(own(result.value, 'body'));
  if (body === undefined && settings.extract.length > 0) {
    return failure(settings, 'reading_response', 'The response is not JSON.', status);
  }
  const outputs: Record<string, Json> = {
    status: 'completed',
    http_status: status,
    error_stage: null,
    error: null,
  };
  const missing: string[] = [];
  for (const { name, pointer } of settings.extract) {
    const value = readPointer(body, pointer) as Json | undefined;
    if (value === undefined) missing.push(pointer);
    outputs[name] = value ?? null;
  }
  return { kind: 'completed', outputs, missing };
}

function parsedBody(body: Json | undefined): Json | undefined {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

function failure(settings: Config, stage: RequestStage, reason: string, status?: number): Failed {
  const outputs: JsonObject = {
    status: 'error',
    http_status: status ?? null,
    error_stage: stage,
    error: reason,
    ...Object.fromEntries(settings.extract.map(({ name }) => [name, null])),
  };
  return { kind: 'failed', stage, reason, outputs, goOn: settings.onFailure === 'continue' };
}
