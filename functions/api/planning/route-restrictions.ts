import * as z from 'zod';
import {
  changeOptimizationStrategy,
  createRouteRestriction as create,
  deleteRouteRestriction as destroy,
  findRouteRestrictions,
  listRouteRestrictions as list,
  optimizationInvalid,
  optimizationStrategyNotFound,
  type RouteRestriction,
  readRouteRestriction,
  routeRestrictionInUse,
  routeRestrictionNotFound,
  strategiesWith,
  updateRouteRestriction as update,
} from '../../../lib/fleet/planning/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional, shortText } from '../../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../../lib/platform/runtime/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';
import { planningEndpoint } from './deps.ts';
import { strategyPath } from './strategy-schemas.ts';

const area = 'Optimization';
const path = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the route restriction.' }),
});

const corner = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const outline = z.array(corner).min(3).max(200);
/** An outline, also as the only ring of a polygon in GeoJSON. Stored as such. */
const polygon = z.union([outline.transform((corners) => [corners]), z.array(outline).length(1)]);
const polygons = z.array(polygon).min(1).max(20).meta({
  description:
    'Polygons without holes: each a list of corners as `[longitude, latitude]`, or a list with one such list.',
});
const fields = {
  name: shortText(255).meta({ description: 'Name of the restriction.' }),
  description: z.string().max(2_000).nullish().meta({ description: 'Purpose of the restriction.' }),
  polygons,
  restriction_metadata: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: "The caller's own data." }),
};

const reply = z
  .object({
    id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    coverage_area_id: z.string(),
    polygons: z
      .array(z.array(z.array(z.number())))
      .meta({ description: 'Each a list of corners as `[longitude, latitude]`.' }),
    restriction_metadata: z.record(z.string(), z.unknown()).nullable(),
    optimization_strategy_ids: z.array(z.string()),
  })
  .meta({ id: 'RouteRestriction' });

const example: z.input<typeof reply> = {
  id: 'zone_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  organization_id: 'org_01JCXM5W3QAB12CD34EF56GH78',
  name: 'Old town',
  description: null,
  coverage_area_id: 'zone_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  polygons: [
    [
      [13.38, 52.5],
      [13.4, 52.5],
      [13.4, 52.52],
    ],
  ],
  restriction_metadata: null,
  optimization_strategy_ids: [],
};
const bodyExample = { name: 'Old town', polygons: example.polygons };

async function toReply(
  deps: Pick<CoreDeps, 'table'>,
  { value }: Stored<RouteRestriction>,
): Promise<z.input<typeof reply>> {
  const { id, organizationId, name, description, metadata } = value;
  return {
    id,
    organization_id: organizationId,
    name,
    description,
    coverage_area_id: id,
    polygons: value.polygons.flat(),
    restriction_metadata: metadata,
    optimization_strategy_ids: [...(await strategiesWith(deps, organizationId, id))],
  };
}

/** POST /v1/route-restrictions */
export const createRouteRestriction = planningEndpoint({
  name: 'createRouteRestriction',
  method: 'POST',
  path: '/v1/route-restrictions',
  area,
  summary: 'Create a route restriction',
  description: 'Areas that optimized routes avoid if their strategy names them.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  body: z.object(fields),
  bodyExample,
  reply,
  replyExample: example,
  refusals: [routeRestrictionNotFound],
  async handle({ input: { body }, ctx }) {
    const { name, description, restriction_metadata: metadata } = body;
    const input = {
      name,
      description: description ?? null,
      polygons: body.polygons,
      metadata: metadata ?? null,
    };
    const made = await create(ctx, ctx.organizationId, ctx.ids.next('zone'), input);
    return isRefusal(made) ? made : toReply(ctx, made);
  },
});

/** GET /v1/route-restrictions */
export const listRouteRestrictions = planningEndpoint({
  name: 'listRouteRestrictions',
  method: 'GET',
  path: '/v1/route-restrictions',
  area,
  summary: 'List route restrictions',
  permission: 'READ_OPTIMIZATION',
  forLimited: 'shared',
  reply: z.object({ route_restrictions: z.array(reply) }),
  replyExample: { route_restrictions: [example] },
  refusals: [],
  async handle({ ctx }) {
    const found = await list(ctx, ctx.organizationId);
    return { route_restrictions: await Promise.all(found.map((stored) => toReply(ctx, stored))) };
  },
});

/** GET /v1/route-restrictions/{id} */
export const getRouteRestriction = planningEndpoint({
  name: 'getRouteRestriction',
  method: 'GET',
  path: '/v1/route-restrictions/{id}',
  area,
  summary: 'Get a route restriction',
  permission: 'READ_OPTIMIZATION',
  forLimited: 'shared',
  params: path,
  reply,
  replyExample: example,
  refusals: [routeRestrictionNotFound],
  async handle({ input, ctx }) {
    const found = await readRouteRestriction(ctx, ctx.organizationId, input.path.id);
    return isRefusal(found) ? found : toReply(ctx, found);
  },
});

/** PATCH /v1/route-restrictions/{id} */
export const updateRouteRestriction = planningEndpoint({
  name: 'updateRouteRestriction',
  method: 'PATCH',
  path: '/v1/route-restrictions/{id}',
  area,
  summary: 'Update a route restriction',
  description: 'Only the fields that are sent change.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  params: path,
  body: z.object({
    ...fields,
    name: optional(fields.name),
    polygons: optional(polygons),
  }),
  bodyExample: { name: 'Old town and harbour' },
  reply,
  replyExample: { ...example, name: 'Old town and harbour' },
  refusals: [routeRestrictionNotFound, contentionOver('route restriction')],
  async handle({ input, ctx }) {
    const { name, description, restriction_metadata: metadata } = input.body;
    const changed = await update(ctx, ctx.organizationId, input.path.id, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(input.body.polygons === undefined ? {} : { polygons: input.body.polygons }),
      ...(metadata === undefined ? {} : { metadata }),
    });
    return isRefusal(changed) ? changed : toReply(ctx, changed);
  },
});

/** DELETE /v1/route-restrictions/{id} */
export const deleteRouteRestriction = planningEndpoint({
  name: 'deleteRouteRestriction',
  method: 'DELETE',
  path: '/v1/route-restrictions/{id}',
  area,
  summary: 'Delete a route restriction',
  description: 'Refused while an optimization strategy uses it.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  params: path,
  reply: z.object({ id: z.string(), deleted: z.boolean() }),
  replyExample: { id: example.id, deleted: true },
  refusals: [routeRestrictionNotFound, routeRestrictionInUse, contentionOver('route restriction')],
  async handle({ input, ctx }) {
    const gone = await destroy(ctx, ctx.organizationId, input.path.id);
    return isRefusal(gone) ? gone : { id: input.path.id, deleted: true };
  },
});

/** PUT /v1/optimization-strategies/{id}/route-restrictions */
export const setRouteRestrictions = planningEndpoint({
  name: 'setRouteRestrictions',
  method: 'PUT',
  path: '/v1/optimization-strategies/{id}/route-restrictions',
  area,
  summary: 'Set the route restrictions of an optimization strategy',
  description: 'Replaces all of them.',
  permission: 'WRITE_OPTIMIZATION',
  forLimited: 'refused',
  params: strategyPath,
  body: z.object({
    route_restriction_ids: z
      .array(z.string().min(1))
      .max(20)
      .meta({ description: 'Ids of route restrictions.' }),
  }),
  bodyExample: { route_restriction_ids: [] },
  reply: z.object({ route_restriction_ids: z.array(z.string()), route_restrictions: z.array(reply) }),
  replyExample: { route_restriction_ids: [example.id], route_restrictions: [example] },
  refusals: [optimizationStrategyNotFound, optimizationInvalid, contentionOver('optimization strategy')],
  async handle({ input, ctx }) {
    const ids = [...new Set(input.body.route_restriction_ids)];
    const found = await findRouteRestrictions(ctx, ctx.organizationId, ids);
    const unknownIds = ids.filter((id) => !found.some(({ value }) => value.id === id));
    if (unknownIds.length > 0) {
      return optimizationInvalid(`Unknown route restrictions: ${unknownIds.join(', ')}.`, { unknownIds });
    }
    const change = { settings: { routeRestrictionIds: ids } };
    const changed = await changeOptimizationStrategy(ctx, ctx.caller, input.path.id, change, undefined);
    if (isRefusal(changed)) return changed;
    return {
      route_restriction_ids: ids,
      route_restrictions: await Promise.all(found.map((stored) => toReply(ctx, stored))),
    };
  },
});
