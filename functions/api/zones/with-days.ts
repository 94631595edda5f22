import {
  type DateRange,
  type PreferencesSource,
  readRanges,
} from '../../../lib/platform/organization/index.ts';

/** A zone's input with the days of its stores as instants. */
export async function withDays<
  Association extends DateRange,
  Input extends { readonly storeLocationAssociations?: readonly Association[] | null | undefined },
>(source: PreferencesSource, input: Input) {
  const { storeLocationAssociations: given } = input;
  return given ? { ...input, storeLocationAssociations: await readRanges(source, given) } : input;
}
