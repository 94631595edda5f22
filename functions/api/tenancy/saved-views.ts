import * as z from 'zod';
import {
  LONGEST_COLUMN_NAME,
  LONGEST_VIEW_NAME,
  LONGEST_VIEW_QUERY,
  MAX_HIDDEN_COLUMNS,
  MAX_VIEWS,
  readSavedViews,
  type SavedViews,
  saveViews,
  type TenancyDeps,
} from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict, forbidden } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor, shortText } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';

const path = '/v1/organization-management/me/saved-views';

const list = z
  .string()
  .regex(/^[a-z][a-z-]{0,39}$/)
  .meta({ description: 'List in the console, such as `orders`.' });

const view = z.object({
  name: shortText(LONGEST_VIEW_NAME).meta({ description: 'Name of the view, unique in its list.' }),
  query: z.string().max(LONGEST_VIEW_QUERY).meta({ description: 'Filters and sorting as in the address.' }),
});

const reply = z.object({
  list: z.string(),
  views: z.array(z.object({ name: z.string(), query: z.string() })),
  hiddenColumns: z.array(z.string()),
  version: z.int().meta({ description: 'Version; 0 = nothing was saved yet.' }),
});

const toReply = ({ value, version }: Stored<SavedViews>): z.input<typeof reply> => ({
  list: value.list,
  views: [...value.views],
  hiddenColumns: [...value.hiddenColumns],
  version,
});

const example = {
  list: 'orders',
  views: [{ name: 'Archived this week', query: 'status=archived&days=this_week' }],
  hiddenColumns: ['tags'],
};

const common = {
  path,
  area: 'Users',
  permission: 'READ_ORGANIZATION',
  forLimited: 'shared',
  reply,
  isNoTool: true,
} as const;

/** GET /v1/organization-management/me/saved-views */
export const getSavedViews = endpointFor<TenancyDeps>()({
  ...common,
  name: 'getSavedViews',
  method: 'GET',
  summary: 'Get your saved views of a list',
  description:
    'Filters and sortings that the signed-in user saved in the console, and the columns that the user hides.',
  query: z.object({ list }),
  replyExample: { ...example, version: 1 },
  refusals: [forbidden],
  async handle({ input, ctx }) {
    const found = await readSavedViews(ctx, ctx.caller, input.query.list);
    return isRefusal(found) ? found : toReply(found);
  },
});

/** PUT /v1/organization-management/me/saved-views */
export const putSavedViews = endpointFor<TenancyDeps>()({
  ...common,
  name: 'putSavedViews',
  method: 'PUT',
  summary: 'Replace your saved views of a list',
  description: 'A field that is left out stays as it is.',
  takesIfMatch: true,
  body: z.object({
    list,
    views: z
      .array(view)
      .max(MAX_VIEWS)
      .refine(
        (views) => new Set(views.map(({ name }) => name)).size === views.length,
        'has a name more than once',
      )
      .optional()
      .meta({ description: `All views of the list, at most ${MAX_VIEWS}.` }),
    hiddenColumns: z
      .array(shortText(LONGEST_COLUMN_NAME))
      .max(MAX_HIDDEN_COLUMNS)
      .optional()
      .meta({ description: 'Columns of the list that are not shown.' }),
  }),
  bodyExample: example,
  replyExample: { ...example, version: 2 },
  refusals: [forbidden, conflict, contentionOver('saved views')],
  async handle({ input, ctx }) {
    const saved = await saveViews(ctx, ctx.caller, input.body, ctx.expectedVersion);
    return isRefusal(saved) ? saved : toReply(saved);
  },
});
