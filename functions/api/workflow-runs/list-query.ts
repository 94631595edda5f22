import * as z from 'zod';
import { runStatuses } from '../../../lib/engines/workflows/index.ts';
import {
  dayOrInstant,
  limitParameter,
  listParameter,
  offsetParameter,
  sortDirectionParameter,
  WHOLE_DAY,
} from '../../../lib/platform/http/index.ts';
import { RUN_SORTS } from '../../../lib/reactions/automations/index.ts';

/** Query parameters that say which runs are listed or counted. */
export const filterQuery = z.object({
  status: listParameter(z.enum(runStatuses))
    .optional()
    .meta({ description: 'Only these statuses, separated by commas.' }),
  startDate: dayOrInstant
    .optional()
    .meta({ description: `Only runs that started at this time or later. ${WHOLE_DAY}` }),
  endDate: dayOrInstant.optional().meta({ description: `Only runs that started by this time. ${WHOLE_DAY}` }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Id of a run or of its subject, or a part of its problem.' }),
});

/** Query parameters of a list of runs. */
export const listQuery = filterQuery.extend({
  sortBy: z
    .enum(RUN_SORTS)
    .default('created_at')
    .meta({ description: 'Field to sort by; default `created_at`.' }),
  sortDirection: sortDirectionParameter,
  limit: limitParameter({ fallback: 50, max: 200 }),
  offset: offsetParameter,
});
