import * as z from 'zod';
import { MEASURE_NAMES } from '../../../lib/engines/vocabulary/index.ts';
import {
  NAMED_DIMENSIONS,
  type NamedDimension,
  type Question,
  TIME_GROUPS,
} from '../../../lib/operations/insight/index.ts';
import { currencyCode, dayParameter, listParameter } from '../../../lib/platform/http/index.ts';

const names = Object.keys(NAMED_DIMENSIONS) as NamedDimension[];

/** Names of measures, as paths have them. */
export const measureName = z.enum(MEASURE_NAMES);

/** What a measure can be split by. */
const groupName = z.enum([...TIME_GROUPS, ...names]);

const filter = (name: NamedDimension) =>
  listParameter(z.string())
    .optional()
    .meta({ description: `Only these, separated by commas. ${NAMED_DIMENSIONS[name]}` });

/** A filter for each dimension. */
export const dimensionFilters = {
  store: filter('store'),
  zone: filter('zone'),
  provider: filter('provider'),
  driverGroup: filter('driverGroup'),
  driver: filter('driver'),
  strategy: filter('strategy'),
  tag: filter('tag'),
  workflow: filter('workflow'),
} satisfies Readonly<Record<NamedDimension, z.ZodType>>;

/** The filters that a request has. */
export function givenFilters(
  filters: {
    readonly [Name in NamedDimension]?: readonly string[] | undefined;
  },
): Question['filters'] {
  return Object.fromEntries(names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])));
}

/** First and last day of a question. */
export const periodParameters = {
  from: dayParameter.optional().meta({
    description: "First day, in the organization's time zone; default six days before `to`.",
  }),
  to: dayParameter.optional().meta({ description: 'Last day; default today.' }),
};

/** Period, split and comparison of a question. */
export const questionParameters = {
  ...periodParameters,
  groupBy: listParameter(groupName)
    .optional()
    .meta({
      description:
        `What the numbers are split by, at most two, separated by commas: ${TIME_GROUPS.join(', ')}, or one of the ` +
        `measure's dimensions (${names.join(', ')}). A value that belongs to several groups counts in each of them.`,
    }),
  comparedWith: z
    .enum(['previous_period', 'none'])
    .default('previous_period')
    .meta({ description: 'Whether the period of the same length before is shown as well; default it is.' }),
  currency: currencyCode
    .optional()
    .meta({ description: "Currency of amounts; default the organization's. Others are left out." }),
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .meta({ description: 'Form of the reply; `csv` is a table with a line for each group.' }),
};

/** A value with what it is based on. */
export const valueReply = z.object({
  value: z.number().nullable().meta({ description: 'Null where there is nothing to divide by.' }),
  n: z.number().meta({ description: 'What it is based on: the number counted, or the divisor.' }),
  parts: z.record(z.string(), z.number()).optional().meta({ description: 'Parts of a breakdown, by name.' }),
});

const comparedValue = valueReply.extend({
  previous: valueReply
    .nullable()
    .meta({ description: 'The same in the period before; null if not asked for.' }),
  change: z.number().nullable().meta({ description: 'Value less that of the period before.' }),
});

const period = z.object({ from: z.string(), to: z.string() });

/** A measure as it is shown. */
export const measureReply = z
  .object({
    name: measureName,
    label: z.string(),
    definition: z.string().meta({ description: 'Its formula, in words.' }),
    unit: z.string().meta({ description: 'Unit of the value.' }),
    dimensions: z
      .array(z.string())
      .meta({ description: 'What it can be split and filtered by, besides times.' }),
  })
  .meta({ id: 'Measure' });

/** The answer to a question. */
export const insightReply = z.object({
  measure: measureReply,
  period: period.extend({
    timeZone: z.string().meta({ description: 'Time zone in which days are counted.' }),
  }),
  previousPeriod: period.nullable(),
  currency: z.string().nullable().meta({ description: 'Currency of amounts; null for others.' }),
  total: comparedValue.meta({ description: 'Everything once, whatever it is split by.' }),
  rows: z
    .array(
      comparedValue.extend({
        key: z
          .record(z.string(), z.string().nullable())
          .meta({ description: 'Value of each split; null where it has none.' }),
      }),
    )
    .meta({
      description: 'A row for each group: times in their order, others by size. Empty without `groupBy`.',
    }),
  rowsLeftOut: z.int().meta({ description: 'Groups beyond the first thousand.' }),
});

/** The on-time measure. */
export const measureExample: z.input<typeof measureReply> = {
  name: 'on-time',
  label: 'On time',
  definition:
    'Delivered packages with a promised window that arrived in it, first and last instant included, by all delivered ' +
    'packages with a promised window.',
  unit: 'share',
  dimensions: ['store', 'zone', 'provider', 'driverGroup', 'driver', 'strategy', 'tag', 'workflow'],
};

/** Its values for a week, by provider. */
export const insightExample: z.input<typeof insightReply> = {
  measure: measureExample,
  period: { from: '2026-03-02', to: '2026-03-08', timeZone: 'Europe/Berlin' },
  previousPeriod: { from: '2026-02-23', to: '2026-03-01' },
  currency: null,
  total: { value: 0.9, n: 400, previous: { value: 0.92, n: 380 }, change: -0.02 },
  rows: [
    {
      key: { provider: 'prv_doordash' },
      value: 0.92,
      n: 310,
      previous: { value: 0.93, n: 300 },
      change: -0.01,
    },
  ],
  rowsLeftOut: 0,
};
