import * as z from 'zod';
import { defineEndpoint } from '../../../lib/platform/http/index.ts';
import { apiDocument } from './api-document.ts';

/** GET /openapi.json */
export const getOpenapi = defineEndpoint({
  name: 'getOpenapi',
  method: 'GET',
  path: '/openapi.json',
  area: 'Service',
  summary: 'Read this API as an OpenAPI 3.1 document',
  permission: null,
  forLimited: null,
  reply: z.looseObject({ openapi: z.string() }),
  replyExample: { openapi: '3.1.1' },
  refusals: [],
  handle: () => ({ ...apiDocument() }),
});
