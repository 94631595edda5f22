import { describe, expect, it } from 'vitest';
import { timeZoneAt } from '../../../../../lib/platform/core/time-zone-at.ts';

const at = (country: string, state: string, lat: number, lng: number) =>
  timeZoneAt({ country, state, lat, lng })?.id;

describe('the time zone of a place', () => {
  it.each([
    [{ country: 'GB' }, 'Europe/London'],
    [{ country: 'us', state: 'CA' }, 'America/Los_Angeles'],
    [{ country: 'AU', state: 'QLD' }, 'Australia/Brisbane'],
    [{ country: 'DE' }, 'Europe/Berlin'],
    [{ country: 'US', state: 'TX' }, undefined],
    [{ country: 'US' }, undefined],
    [{}, undefined],
  ])('of %j is known as far as country and state settle it', (place, id) => {
    expect(timeZoneAt(place)?.id).toBe(id);
  });

  it.each([
    ['New York', 'US', 40.7128, -74.006, 'America/New_York'],
    ['Miami', 'US', 25.7617, -80.1918, 'America/New_York'],
    ['Chicago', 'US', 41.8781, -87.6298, 'America/Chicago'],
    ['Houston', 'US', 29.7604, -95.3698, 'America/Chicago'],
    ['Denver', 'US', 39.7392, -104.9903, 'America/Denver'],
    ['Phoenix', 'US', 33.4484, -112.074, 'America/Phoenix'],
    ['San Francisco', 'US', 37.7749, -122.4194, 'America/Los_Angeles'],
    ['Seattle', 'US', 47.6062, -122.3321, 'America/Los_Angeles'],
    ['Anchorage', 'US', 61.2181, -149.9003, 'America/Anchorage'],
    ['Honolulu', 'US', 21.3069, -157.8583, 'Pacific/Honolulu'],
    ['San Juan', 'US', 18.4655, -66.1057, 'America/Puerto_Rico'],
    ['Sydney', 'AU', -33.8688, 151.2093, 'Australia/Sydney'],
    ['Melbourne', 'AU', -37.8136, 144.9631, 'Australia/Melbourne'],
    ['Brisbane', 'AU', -27.4698, 153.0251, 'Australia/Brisbane'],
    ['Adelaide', 'AU', -34.9285, 138.6007, 'Australia/Adelaide'],
    ['Perth', 'AU', -31.9505, 115.8605, 'Australia/Perth'],
    ['Hobart', 'AU', -42.8821, 147.3272, 'Australia/Hobart'],
    ['Darwin', 'AU', -12.4634, 130.8456, 'Australia/Darwin'],
    ['Toronto', 'CA', 43.6532, -79.3832, 'America/Toronto'],
    ['Montreal', 'CA', 45.5017, -73.5673, 'America/Toronto'],
    ['Winnipeg', 'CA', 49.8951, -97.1384, 'America/Winnipeg'],
    ['Calgary', 'CA', 51.0447, -114.0719, 'America/Edmonton'],
    ['Vancouver', 'CA', 49.2827, -123.1207, 'America/Vancouver'],
    ['Halifax', 'CA', 44.6488, -63.5752, 'America/Halifax'],
    ["St. John's", 'CA', 47.5615, -52.7126, 'America/St_Johns'],
  ])('41 1.5 of %s in %s follows from its coordinates without a state', (_, country, lat, lng, id) => {
    expect(timeZoneAt({ country, lat, lng })?.id).toBe(id);
    // A state that is spelled out, or wrong, does not count against them.
    expect(timeZoneAt({ country, state: 'Somewhere', lat, lng })?.id).toBe(id);
    expect(timeZoneAt({ country, state: country === 'US' ? 'CO' : 'WA', lat, lng })?.id).toBe(id);
  });

  it.each([
    ['Tweed Heads', 'AU', -28.1775, 153.5386],
    ['Broken Hill', 'AU', -31.9505, 141.4533],
    ['Phenix City', 'US', 32.471, -85.0008],
  ])('41 1.5 of %s in %s, which is next to another one, is not guessed', (_, country, lat, lng) => {
    expect(timeZoneAt({ country, lat, lng })).toBeUndefined();
  });

  it('has the name that people use', () => {
    expect(timeZoneAt({ country: 'US', state: 'TN', lat: 36.1627, lng: -86.7816 })).toEqual({
      id: 'America/Chicago',
      name: 'Central Time',
    });
  });

  // Pairs and rows of cities along a border, on both sides of it.
  it.each([
    ['Nashville', 'US', 'TN', 36.1627, -86.7816, 'America/Chicago'],
    ['Memphis', 'US', 'TN', 35.1495, -90.049, 'America/Chicago'],
    ['Crossville', 'US', 'TN', 35.9489, -85.0269, 'America/Chicago'],
    ['Knoxville', 'US', 'TN', 35.9606, -83.9207, 'America/New_York'],
    ['Chattanooga', 'US', 'TN', 35.0456, -85.3097, 'America/New_York'],
    ['Pensacola', 'US', 'FL', 30.4213, -87.2169, 'America/Chicago'],
    ['Panama City', 'US', 'FL', 30.1588, -85.6602, 'America/Chicago'],
    ['Tallahassee', 'US', 'FL', 30.4383, -84.2807, 'America/New_York'],
    ['Miami', 'US', 'FL', 25.7617, -80.1918, 'America/New_York'],
    ['El Paso', 'US', 'TX', 31.7619, -106.485, 'America/Denver'],
    ['Midland', 'US', 'TX', 31.9973, -102.0779, 'America/Chicago'],
    ['Pecos', 'US', 'TX', 31.4229, -103.4932, 'America/Chicago'],
    ['Dallas', 'US', 'TX', 32.7767, -96.797, 'America/Chicago'],
    ['Gary', 'US', 'IN', 41.5934, -87.3464, 'America/Chicago'],
    ['Michigan City', 'US', 'IN', 41.7075, -86.895, 'America/Chicago'],
    ['South Bend', 'US', 'IN', 41.6764, -86.252, 'America/Indiana/Indianapolis'],
    ['Evansville', 'US', 'IN', 37.9716, -87.5711, 'America/Chicago'],
    ['Jasper', 'US', 'IN', 38.3914, -86.9311, 'America/Indiana/Indianapolis'],
    ['Indianapolis', 'US', 'IN', 39.7684, -86.1581, 'America/Indiana/Indianapolis'],
    ['Terre Haute', 'US', 'IN', 39.4667, -87.4139, 'America/Indiana/Indianapolis'],
    ['Louisville', 'US', 'KY', 38.2527, -85.7585, 'America/Kentucky/Louisville'],
    ['Elizabethtown', 'US', 'KY', 37.694, -85.8591, 'America/New_York'],
    ['Bowling Green', 'US', 'KY', 36.9685, -86.4808, 'America/Chicago'],
    ['Owensboro', 'US', 'KY', 37.7719, -87.1112, 'America/Chicago'],
    ['Somerset', 'US', 'KY', 37.092, -84.6041, 'America/New_York'],
    ['Detroit', 'US', 'MI', 42.3314, -83.0458, 'America/Detroit'],
    ['Marquette', 'US', 'MI', 46.5436, -87.3954, 'America/Detroit'],
    ['Escanaba', 'US', 'MI', 45.7452, -87.0646, 'America/Detroit'],
    ['Iron Mountain', 'US', 'MI', 45.8202, -88.066, 'America/Menominee'],
    ['Bismarck', 'US', 'ND', 46.8083, -100.7837, 'America/Chicago'],
    ['Williston', 'US', 'ND', 48.147, -103.618, 'America/Chicago'],
    ['Dickinson', 'US', 'ND', 46.8792, -102.7896, 'America/Denver'],
    ['Sioux Falls', 'US', 'SD', 43.5446, -96.7311, 'America/Chicago'],
    ['Rapid City', 'US', 'SD', 44.0805, -103.231, 'America/Denver'],
    ['North Platte', 'US', 'NE', 41.1239, -100.7654, 'America/Chicago'],
    ['Ogallala', 'US', 'NE', 41.1281, -101.7196, 'America/Denver'],
    ['Colby', 'US', 'KS', 39.3958, -101.0524, 'America/Chicago'],
    ['Goodland', 'US', 'KS', 39.3508, -101.7102, 'America/Denver'],
    ['Boise', 'US', 'ID', 43.615, -116.2023, 'America/Boise'],
    ['Lewiston', 'US', 'ID', 46.4165, -117.0177, 'America/Los_Angeles'],
    ['Portland', 'US', 'OR', 45.5152, -122.6784, 'America/Los_Angeles'],
    ['Baker City', 'US', 'OR', 44.7749, -117.8344, 'America/Los_Angeles'],
    ['Ontario', 'US', 'OR', 44.0266, -116.9629, 'America/Boise'],
    ['Thunder Bay', 'CA', 'ON', 48.3809, -89.2477, 'America/Toronto'],
    ['Kenora', 'CA', 'ON', 49.767, -94.4894, 'America/Winnipeg'],
    ['Vancouver', 'CA', 'BC', 49.2827, -123.1207, 'America/Vancouver'],
    ['Cranbrook', 'CA', 'BC', 49.5097, -115.7688, 'America/Edmonton'],
    ['Fort St. John', 'CA', 'BC', 56.2524, -120.8464, 'America/Dawson_Creek'],
    ['Madrid', 'ES', 'MD', 40.4168, -3.7038, 'Europe/Madrid'],
    ['Tui', 'ES', 'PO', 42.047, -8.644, 'Europe/Madrid'],
    ['Valença', 'PT', '16', 42.027, -8.644, 'Europe/Lisbon'],
    ['Las Palmas', 'ES', 'GC', 28.1235, -15.4363, 'Atlantic/Canary'],
    ['Funchal', 'PT', '30', 32.6669, -16.9241, 'Atlantic/Madeira'],
    ['Ponta Delgada', 'PT', '20', 37.7412, -25.6756, 'Atlantic/Azores'],
  ])('of %s follows from its point', (_, country, state, lat, lng, id) => {
    expect(at(country, state, lat, lng)).toBe(id);
  });

  it('is that of a state that has only one, however near the point is to another', () => {
    expect(at('US', 'AL', 32.471, -85.0008)).toBe('America/Chicago');
    expect(at('US', 'GA', 32.461, -84.9877)).toBe('America/New_York');
  });

  it.each([
    ['on the border of two zones', 'FL', 30.7055, -84.8452],
    ['not in the state', 'TX', 48.85, 2.35],
  ])('is not guessed for a point %s', (_, state, lat, lng) => {
    expect(at('US', state, lat, lng)).toBeUndefined();
  });
});
