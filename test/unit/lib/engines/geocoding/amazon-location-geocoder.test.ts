import { Readable } from 'node:stream';
import { GeoPlacesClient } from '@aws-sdk/client-geo-places';
import { describe, expect, it, vi } from 'vitest';
import { amazonLocationGeocoder } from '../../../../../lib/engines/geocoding/amazon-location-geocoder.ts';
import { geocoderOfEnvironment } from '../../../../../lib/engines/geocoding/index.ts';
import { silentLog } from '../../../../../lib/platform/core/log.ts';

const ADDRESS = {
  Label: '7 Found St, San Francisco, CA 94102, United States',
  Country: { Code2: 'US', Name: 'United States' },
  Region: { Code: 'CA', Name: 'California' },
  SubRegion: { Name: 'San Francisco County' },
  Locality: 'San Francisco',
  PostalCode: '94102',
  Street: 'Found St',
  AddressNumber: '7',
};

/** A geocoder on a client whose calls end like this; `requests` contains its calls. */
function geocoderOn(statusCode: number, body: object, type?: string) {
  const requests: { path: string; body: unknown }[] = [];
  const client = new GeoPlacesClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    requestHandler: {
      handle: async (request: { path: string; body?: Uint8Array }) => {
        requests.push({
          path: request.path,
          body: request.body ? JSON.parse(Buffer.from(request.body).toString()) : undefined,
        });
        return {
          response: {
            statusCode,
            headers: {
              'content-type': 'application/json',
              ...(type ? { 'x-amzn-errortype': type } : {}),
            },
            body: Readable.from([Buffer.from(JSON.stringify(body))]),
          },
        };
      },
    },
  });
  return { geocoder: amazonLocationGeocoder({ client, log: silentLog }), requests };
}

const FOUND = {
  kind: 'found',
  place: {
    number: '7',
    formattedStreet: 'Found St',
    city: 'San Francisco',
    county: 'San Francisco County',
    state: 'CA',
    zip: '94102',
    country: 'US',
    lat: 37.78,
    lng: -122.41,
    precision: 'house',
  },
};

describe('B37 geocoding by Amazon Location', () => {
  it('finds an address in one line, to be stored', async () => {
    const { geocoder, requests } = geocoderOn(200, {
      ResultItems: [
        {
          Title: 'x',
          PlaceId: 'p',
          PlaceType: 'PointAddress',
          Position: [-122.41, 37.78],
          Address: ADDRESS,
          MatchScores: { Overall: 0.93 },
        },
      ],
    });
    expect(await geocoder.geocode({ address: '7 Found St', country: 'US' })).toEqual({
      ...FOUND,
      place: { ...FOUND.place, score: 0.93 },
    });
    expect(requests[0]?.body).toMatchObject({
      QueryText: '7 Found St',
      IntendedUse: 'Storage',
      Filter: { IncludeCountries: ['US'] },
    });
  });

  it('finds a place id', async () => {
    const { geocoder, requests } = geocoderOn(200, {
      PlaceId: 'p1',
      PlaceType: 'PointAddress',
      Title: 'x',
      Position: [-122.41, 37.78],
      Address: ADDRESS,
    });
    expect(await geocoder.geocode({ placeId: 'p1' })).toEqual({
      ...FOUND,
      place: { ...FOUND.place, score: 1 },
    });
    expect(requests[0]?.path).toContain('p1');
  });

  it.each([
    ['PointAddress', 'house'],
    ['SecondaryAddress', 'house'],
    ['InterpolatedAddress', 'house'],
    ['Street', 'street'],
    ['Intersection', 'street'],
    ['PostalCode', 'postcode'],
    ['Locality', 'locality'],
    ['District', 'locality'],
    ['Region', 'region'],
    ['Country', 'region'],
    ['SomethingNew', 'region'],
  ])('42 7 a %s is known as precisely as a %s', async (PlaceType, precision) => {
    const { geocoder } = geocoderOn(200, {
      ResultItems: [{ Title: 'x', PlaceId: 'p', PlaceType, Position: [-122.41, 37.78], Address: ADDRESS }],
    });
    const outcome = await geocoder.geocode({ address: 'x' });
    expect(outcome.kind === 'found' && outcome.place.precision).toBe(precision);
  });

  it.each([
    ['nothing is found', 200, { ResultItems: [] }, undefined, 'not-found'],
    ['the map refuses the text', 400, { message: 'bad' }, 'ValidationException', 'not-found'],
    ['the map is down', 500, { message: 'down' }, 'InternalServerException', 'unavailable'],
    ['too much was asked', 429, { message: 'slow' }, 'ThrottlingException', 'unavailable'],
    ['a right is missing', 403, { message: 'no' }, 'AccessDeniedException', 'unavailable'],
  ])('never throws: when %s', async (_, status, body, type, kind) => {
    const { geocoder } = geocoderOn(status, body, type);
    expect(await geocoder.geocode({ address: 'x' })).toEqual({ kind });
  });
});

describe('B37 the geocoder of the environment', () => {
  it('knows no map unless the stack says so', async () => {
    vi.stubEnv('GEOCODER', undefined);
    expect(await geocoderOfEnvironment(silentLog).geocode({ address: 'x' })).toEqual({ kind: 'no-map' });
    vi.stubEnv('GEOCODER', 'gazetteer');
    expect(await geocoderOfEnvironment(silentLog).geocode({ address: '1 Market St' })).toMatchObject({
      kind: 'found',
    });
    vi.stubEnv('GEOCODER', 'somebody');
    expect(() => geocoderOfEnvironment(silentLog)).toThrow('"somebody"');
    vi.unstubAllEnvs();
  });
});
