import * as z from 'zod';
import {
  acknowledgeViolation as acknowledge,
  renderedRoute,
  routeChanged,
  routeExample,
  routeNotFound,
  routeNotInScope,
  violationNotFound,
} from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { plannerOf } from './deps.ts';
import { routePath, routeReplyOr } from './route-schemas.ts';

/** POST /v1/routes/{id}/violations/{violationId}/acknowledge */
export const acknowledgeViolation = defineEndpoint({
  name: 'acknowledgeViolation',
  method: 'POST',
  path: '/v1/routes/{id}/violations/{violationId}/acknowledge',
  area: 'Routes',
  summary: 'Acknowledge a violation',
  description: 'It stays acknowledged until it gets worse. Acknowledging again changes nothing.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  params: routePath.extend({
    violationId: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: "Id of the violation, from the route's `health`." }),
  }),
  reply: renderedRoute,
  replyExample: routeExample,
  refusals: [routeNotFound, violationNotFound, routeNotInScope, routeChanged, contentionOver('route')],
  async handle({ input: { path }, ctx }) {
    return routeReplyOr(ctx, await acknowledge(ctx, await plannerOf(ctx), path.id, path.violationId));
  },
});
