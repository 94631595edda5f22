import * as z from 'zod';
import { MEASURES } from '../../../lib/operations/insight/index.ts';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { measureExample, measureReply } from './insight-schemas.ts';

/** GET /v1/insights/measures */
export const listMeasures = defineEndpoint({
  name: 'listMeasures',
  method: 'GET',
  path: '/v1/insights/measures',
  area: 'Insights',
  summary: 'List the measures',
  description:
    'Every measure with its formula, its unit, and the dimensions that it can be split and filtered by.',
  permission: 'READ_JOB',
  forLimited: 'shared',
  reply: z.array(measureReply),
  replyExample: [measureExample],
  refusals: [],
  handle() {
    return MEASURES.map(({ name, label, definition, unit, dimensions }) => ({
      ...{ name, label, definition, unit },
      dimensions: [...dimensions],
    }));
  },
});
