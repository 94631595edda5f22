import * as z from 'zod';
import { createdFromParameter, integerParameter, listParameter } from '../../../lib/platform/http/index.ts';

const names = (description: string) => listParameter(z.string()).optional().meta({ description });

/** Parameters that lists of the catalogue share. */
export const catalogueQuery = {
  pageIndex: integerParameter({
    min: 0,
    max: 100_000,
    fallback: 0,
    description: 'Page to return; the first is 0.',
  }),
  numResultsPerPage: integerParameter({
    min: 1,
    max: 100,
    fallback: 100,
    description: 'Rows per page; default 100.',
  }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Part of a name, an article number or an external id.' }),
  ids: names('Ids, separated by commas.'),
  skus: names('Article numbers, separated by commas.'),
  createdFrom: createdFromParameter,
};

/** The requested page. */
export function pageOf(pageIndex: number, numResultsPerPage: number) {
  return { limit: numResultsPerPage, offset: pageIndex * numResultsPerPage };
}

/** A list parameter that names something; an empty one filters nothing. */
export function optionalFilter(values: readonly string[] | undefined): readonly string[] | undefined {
  return values && values.length > 0 ? values : undefined;
}
