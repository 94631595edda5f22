import * as z from 'zod';
import { integerParameter, listParameter } from '../../../lib/http/index.ts';

const names = (description: string) => listParameter(z.string()).optional().meta({ description });

/** Parameters that lists of the catalogue share. */
export const catalogueQuery = {
  pageIndex: integerParameter({
    min: 0,
    max: 100_000,
    fallback: 0,
    description: 'Which page to return; the first is 0.',
  }),
  numResultsPerPage: integerParameter({
    min: 1,
    max: 100,
    fallback: 100,
    description: 'How many rows a page has; default 100.',
  }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Part of a name, an article number or an external id.' }),
  ids: names('Ids, parted by commas.'),
  skus: names('Article numbers, parted by commas.'),
};

/** The page that is asked for. */
export function pageOf({ pageIndex, numResultsPerPage }: { pageIndex: number; numResultsPerPage: number }) {
  return { limit: numResultsPerPage, offset: pageIndex * numResultsPerPage };
}

/** A list parameter that names something; an empty one limits nothing. */
export function given(values: readonly string[] | undefined): readonly string[] | undefined {
  return values && values.length > 0 ? values : undefined;
}
