import { describe, expect, it } from 'vitest';
import { type Asked, type Filters, type Only, passes } from '../../../../../lib/platform/listing/index.ts';

interface Parcel {
  readonly tags: readonly string[];
  readonly isHeavy: boolean;
}

const filters = {
  tags: (row, tags: readonly string[]) => tags.some((tag) => row.tags.includes(tag)),
  isHeavy: (row, isHeavy: boolean) => row.isHeavy === isHeavy,
} satisfies Filters<Parcel>;

type ParcelFilters = Asked<typeof filters>;

const parcel: Parcel = { tags: ['cold'], isHeavy: false };

/** A list, as endpoints call it. */
const lists = <Given extends ParcelFilters>(asked: Only<Given, ParcelFilters>) =>
  passes(filters, parcel, asked as ParcelFilters);

describe('4.7 filters of a list', () => {
  it.each<[ParcelFilters, boolean]>([
    [{}, true],
    [{ tags: undefined }, true],
    [{ tags: [] }, true],
    [{ tags: ['cold', 'fast'] }, true],
    [{ tags: ['fast'] }, false],
    [{ isHeavy: false }, true],
    [{ isHeavy: true }, false],
    [{ tags: ['cold'], isHeavy: true }, false],
  ])('of %j: the parcel is listed: %s', (asked, isListed) => {
    expect(passes(filters, parcel, asked)).toBe(isListed);
  });

  it('do not compile when a query declares one that the list does not carry out, or with another type', () => {
    const query: { tags?: string[]; isHeavy?: boolean } = { tags: ['cold'] };
    expect(lists(query)).toBe(true);
    const withColour: { tags?: string[]; colour?: string } = { colour: 'red' };
    // @ts-expect-error no filter of this list is called colour
    expect(lists(withColour)).toBe(true);
    const asText: { isHeavy?: string } = {};
    // @ts-expect-error the filter compares truth values
    expect(lists(asText)).toBe(true);
  });
});
