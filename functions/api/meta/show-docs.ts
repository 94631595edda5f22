import * as z from 'zod';
import { renderDocs } from '../../../lib/http/docs/render-docs.ts';
import { defineEndpoint } from '../../../lib/http/index.ts';
import { apiDocument } from './api-document.ts';

/** Rendered on the first request and kept: the document does not change while the function lives. */
let page: string | undefined;

/** GET /docs */
export const showDocs = defineEndpoint({
  name: 'showDocs',
  method: 'GET',
  path: '/docs',
  area: 'Service',
  summary: 'Browse this API',
  description:
    'A page with every operation, its fields, examples and errors. It needs no scripts and no network.',
  permission: null,
  contentType: 'text/html',
  reply: z.string(),
  replyExample: undefined,
  refusals: [],
  handle() {
    page ??= renderDocs(apiDocument);
    return page;
  },
});
