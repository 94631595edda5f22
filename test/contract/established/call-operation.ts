import type { z } from 'zod';
import type { Endpoint } from '../../../lib/platform/http/index.ts';
import type { ApiReply } from '../../support/api-call.ts';
import type { EstablishedOperation } from './operations.ts';
import { deviations } from './read-reply.ts';
import { leaveOut, type Recipe, recipeOf } from './recipes.ts';
import type { World } from './world.ts';
import { BodyWriter, type Turn, turnsOf, type Writing } from './write-body.ts';

/** What a request is made of. */
interface Prepared {
  readonly recipe: Recipe;
  readonly writing: Writing;
}

/** Value sets that an operation has shown; the others need not repeat them. */
export type Shown = Set<z.core.$ZodType>;

/**
 * Calls an operation as a client of the contract does, with every value of every set, and returns where the service
 * differs: replies beyond their schema, refusals, ignored fields, invalid fields of orders.
 */
export async function differencesOf(
  world: World,
  endpoint: Endpoint,
  { query, body, reply }: EstablishedOperation,
  shown: Shown,
): Promise<readonly string[]> {
  const { routeKey } = endpoint;
  const prepare = async (): Promise<Prepared> => {
    const recipe = await recipeOf(endpoint, world);
    const writing: Writing = {
      values: { ...world.values, ...recipe.values },
      leaveOut: { ...leaveOut, ...recipe.leaveOut },
      needs: recipe.needs ?? [],
    };
    return { recipe, writing };
  };
  const call = async (turn: Turn, { recipe, writing }: Prepared): Promise<ApiReply> => {
    const writer = new BodyWriter(writing, turn);
    const content = body ? writer.write(body) : recipe.body;
    const parameters = Object.entries(query ? Object(writer.write(query, 'query')) : {});
    return world.call(routeKey, {
      key: world.key,
      query: Object.fromEntries(parameters.map(([name, value]) => [name, String(value)])),
      ...(recipe.params ? { params: recipe.params } : {}),
      ...(content === undefined ? {} : { body: content }),
    });
  };

  const found = new Set<string>();
  const first = await prepare();
  for (const turn of turnsOf([body, query], first.writing, shown)) {
    // Each request meets what no earlier one has changed.
    const answer = await call(turn, turn.extent === 'least' ? first : await prepare());
    const { status, json, headers } = answer;
    if (!headers['x-request-id']) found.add(`${routeKey} answers without X-REQUEST-ID`);
    const ignored = headers['x-ignored-fields'];
    if (ignored) found.add(`${routeKey} ignores ${withoutPlaces(ignored)}`);
    if (status !== 200) {
      found.add(`${routeKey} refuses ${refusedFields(answer)}`);
      continue;
    }
    if (reply) for (const one of deviations(reply, json)) found.add(one);
    // An order is stored although its values break rules, and says so.
    if (turn.extent === 'most')
      for (const field of Object.keys(json.validationErrors ?? {})) found.add(`${routeKey} rejects ${field}`);
  }
  return [...found];
}

/** The fields that a refusal names, or its code and message. */
function refusedFields({ json }: ApiReply): string {
  const { code, message, details = {} } = json.error;
  const fields = Object.keys(details.fields ?? {});
  const problems = (details.problems ?? []).map((problem: { field?: string }) => problem.field);
  const named = [...fields, ...(details.field ? [details.field] : []), ...problems].filter(Boolean);
  return named.length > 0 ? withoutPlaces([...new Set(named)].join(', ')) : `${code}: ${message}`;
}

/** Field names without the places of rows, so that one row says as much as another. */
const withoutPlaces = (fields: string) => fields.replace(/\[\d+\]/g, '[]');
