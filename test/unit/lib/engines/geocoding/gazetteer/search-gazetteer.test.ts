import { describe, expect, it } from 'vitest';
import { searchGazetteer } from '../../../../../../lib/engines/geocoding/gazetteer/search-gazetteer.ts';
import { greatCircleMeters } from '../../../../../../lib/platform/core/geography.ts';

/** The place of an address line; throws when there is none. */
function placeOf(address: string) {
  const outcome = searchGazetteer({ address });
  if (outcome.kind !== 'found') throw new Error(`${address}: ${outcome.kind}`);
  return outcome.place;
}

describe('B37 the gazetteer of the demo city', () => {
  it('finds a house on its street, however the street is spelled', () => {
    const place = placeOf('900 Valencia St, San Francisco, CA 94110');
    expect(place).toMatchObject({
      number: '900',
      formattedStreet: '900 Valencia St',
      city: 'San Francisco',
      county: 'San Francisco',
      state: 'CA',
      zip: '94110',
      country: 'US',
    });
    expect(greatCircleMeters(place, { lat: 37.7576, lng: -122.4212 })).toBeLessThan(150);
    for (const spelling of ['900 valencia street', '900 Valencia, San Francisco, USA', '900 VALENCIA ST.']) {
      expect(placeOf(spelling)).toEqual(place);
    }
  });

  it('moves along a street with the number, and stays at its end beyond it', () => {
    const along = (number: number) => placeOf(`${number} Market St`);
    expect(along(1).lng).toBeGreaterThan(along(500).lng);
    expect(along(500).lng).toBeGreaterThan(along(1500).lng);
    expect(along(99_999)).toMatchObject({ lat: along(2370).lat, lng: along(2370).lng });
  });

  it('finds landmarks by name and by place id', () => {
    const named = placeOf('Ferry Building, San Francisco');
    expect(named).toMatchObject({ formattedStreet: '1 Ferry Building', zip: '94111' });
    expect(searchGazetteer({ placeId: 'local:ferry-building' })).toEqual({ kind: 'found', place: named });
    for (const placeId of ['local:constructor', 'local:', 'ChIJ123']) {
      expect(searchGazetteer({ placeId })).toEqual({ kind: 'not-found' });
    }
  });

  it('makes up a position for any other address: the same each time, in the city, and said in its county', () => {
    const place = placeOf('17 Nobody Rd, Springfield, IL 62701, US');
    expect(place).toMatchObject({
      number: '17',
      formattedStreet: '17 Nobody Rd',
      city: 'Springfield',
      county: 'Position made up by the local geocoder',
      state: 'IL',
      zip: '62701',
      country: 'US',
    });
    expect(placeOf('17 nobody rd, springfield il 62701, us')).toMatchObject({ county: place.county });
    expect(placeOf('17 Nobody Rd, Springfield, IL 62701, US')).toEqual(place);
    expect(placeOf('18 Nobody Rd, Springfield, IL 62701, US').lat).not.toBe(place.lat);
    expect(greatCircleMeters(place, { lat: 37.765, lng: -122.44 })).toBeLessThan(6_000);
    // A street of this name is in the list, but not in that city.
    expect(placeOf('1 Market St, Berlin, Germany')).toMatchObject({
      city: 'Berlin',
      country: 'DE',
      county: place.county,
    });
  });

  it('finds nothing where a line says nowhere, or nothing at all', () => {
    expect(searchGazetteer({ address: '1 Nowhere Lane' })).toEqual({ kind: 'not-found' });
    expect(searchGazetteer({ address: ' ,- ' })).toEqual({ kind: 'not-found' });
  });

  it.each([
    ['900 Valencia St', 'house', 1],
    ['Ferry Building, San Francisco', 'house', 1],
    ['99999 Market St', 'street', 0.8],
    ['Market Street, San Francisco, CA', 'street', 1],
    ['17 Nobody Rd, Springfield, IL 62701, US', 'house', 0.5],
    ['Hauptstraße 5, Berlin, Germany', 'house', 0.5],
    ['Hauptstraße, Berlin, Germany', 'street', 0.5],
    ['Rue de Rivoli, Paris, France', 'street', 0.5],
    ['94110', 'postcode', 0.5],
    ['10115 Berlin, Germany', 'postcode', 0.5],
    ['SW1A 1AA, London, GB', 'postcode', 0.5],
    ['Berlin, Germany', 'locality', 0.5],
    ['Springfield', 'locality', 0.5],
    ['Oakland, CA 94607', 'postcode', 0.5],
    ['c/o Smith, 900 Nobody St, Springfield', 'house', 0.5],
    ['Germany', 'region', 0.5],
  ])('42 7 %s is found as a %s, with the score %d', (address, precision, score) => {
    expect(placeOf(address)).toMatchObject({ precision, score });
  });
});
