/** Part of a state with one time zone: the zone's name and degrees of latitude and longitude. */
export type Box = readonly [zone: string, south: number, west: number, north: number, east: number];

/**
 * States that a border of time zones crosses (in the United States by 49 CFR part 71), by country and state;
 * `*` = any state, or none. The part of a box within its state has one time zone and ends about 2 km before the
 * border, that of a box for any state within its country about 10 km; points outside of all boxes are too close to the border to
 * decide. Where a state has several names
 * for one zone, such as Indiana, it is the name that most of its people have.
 */
export const BOXES: Readonly<Record<string, Readonly<Record<string, readonly Box[]>>>> = {
  US: {
    '*': [
      ['America/New_York', 24, -84.6, 47.5, -67.4],
      ['America/New_York', 38, -86.2, 47.5, -67.4],
      ['America/New_York', 46.5, -89.3, 48.4, -66.5],
      ['America/Chicago', 24, -100.2, 46.1, -87.8],
      ['America/Chicago', 24, -102.9, 36.9, -85.7],
      ['America/Chicago', 46, -100.9, 49.5, -90.5],
      ['America/Chicago', 24, -104.8, 31.9, -85.6],
      ['America/Chicago', 39, -100.7, 44.1, -87.3],
      ['America/Denver', 37.1, -113.9, 47.4, -102.3],
      ['America/Denver', 32.1, -108.9, 49, -104.1],
      ['America/Denver', 42.1, -116.6, 45.2, -101.3],
      ['America/Denver', 47.4, -115.5, 49.1, -104.1],
      ['America/Denver', 32.1, -108.9, 37.2, -103.2],
      ['America/Denver', 24, -108.9, 32.1, -105],
      ['America/Los_Angeles', 24, -125.5, 49.1, -118.3],
      ['America/Los_Angeles', 32.8, -125.5, 41.9, -114.8],
      ['America/Los_Angeles', 46.1, -125.5, 49, -116.1],
      ['America/Los_Angeles', 36.3, -125.5, 41.8, -114.2],
      ['America/Los_Angeles', 44.6, -125.5, 46.1, -117.2],
      ['America/Phoenix', 24.1, -114.1, 34.8, -109.2],
      ['America/Phoenix', 24, -113.9, 36.9, -112],
      ['America/Phoenix', 34.5, -114.3, 35.6, -111.4],
      ['America/Anchorage', 55, -168.5, 71.5, -130],
      ['Pacific/Honolulu', 18.5, -161, 22.8, -154.5],
      ['America/Puerto_Rico', 17.8, -67.4, 18.6, -65.1],
    ],
    FL: [
      ['America/New_York', 24.4, -84.82, 31, -79.9],
      ['America/Chicago', 24.4, -87.66, 31, -85.5],
    ],
    ID: [
      ['America/Boise', 42.48, -117.16, 44.5, -111],
      ['America/Boise', 42, -116.6, 45.36, -111],
      ['America/Boise', 42, -114.46, 45.82, -111],
      ['America/Los_Angeles', 46.06, -117.26, 48.96, -116.08],
    ],
    IN: [
      ['America/Indiana/Indianapolis', 38.12, -86.44, 41.78, -84.74],
      ['America/Indiana/Indianapolis', 38.26, -87.26, 40.7, -86.82],
      ['America/Indiana/Indianapolis', 38.5, -87.44, 40.7, -84.74],
      ['America/Chicago', 41.2, -88.1, 41.74, -86.78],
      ['America/Chicago', 37.74, -88.1, 38.22, -87.32],
    ],
    KS: [
      ['America/Chicago', 36.96, -101.3, 40.04, -94.58],
      ['America/Denver', 37.76, -102.06, 39.54, -101.6],
    ],
    KY: [
      ['America/Kentucky/Louisville', 38.04, -85.92, 38.32, -85.44],
      ['America/New_York', 37.6, -86.12, 39.16, -81.9],
      ['America/New_York', 36.64, -84.82, 39.16, -81.9],
      ['America/Chicago', 36.46, -89.6, 37.42, -85.92],
      ['America/Chicago', 36.46, -89.6, 38.18, -86.52],
    ],
    MI: [
      ['America/Detroit', 41.64, -86.22, 48.3, -82.3],
      ['America/Detroit', 45.58, -87.3, 48.3, -82.3],
      ['America/Detroit', 46.28, -88.08, 48.3, -82.3],
      ['America/Menominee', 44.9, -90.46, 46.22, -87.64],
      ['America/Menominee', 44.9, -90.32, 46.58, -89.9],
    ],
    ND: [
      ['America/Chicago', 46.4, -101.26, 49, -96.5],
      ['America/Chicago', 47.88, -103.94, 49, -96.5],
      ['America/Denver', 45.92, -104.06, 47.48, -102.24],
    ],
    NE: [
      ['America/Chicago', 39.96, -100.72, 43.02, -95.3],
      ['America/Chicago', 39.96, -101.22, 41.72, -95.3],
      ['America/Denver', 40.04, -104.06, 43.02, -101.44],
    ],
    OR: [
      ['America/Los_Angeles', 41.98, -124.6, 46.3, -118.26],
      ['America/Los_Angeles', 44.48, -124.6, 46.3, -117.26],
      ['America/Boise', 42.48, -118.1, 44.28, -116.44],
    ],
    SD: [
      ['America/Chicago', 42.44, -100.24, 45.96, -96.4],
      ['America/Chicago', 42.44, -100.34, 44.98, -96.4],
      ['America/Denver', 42.44, -104.08, 45.96, -101.36],
    ],
    TN: [
      ['America/New_York', 34.94, -84.64, 36.7, -81.6],
      ['America/New_York', 34.94, -85.34, 35.16, -81.6],
      ['America/Chicago', 34.94, -90.36, 36.7, -85.64],
      ['America/Chicago', 35.82, -90.36, 36.1, -84.88],
    ],
    TX: [
      ['America/Chicago', 25.8, -102.98, 36.56, -93.44],
      ['America/Chicago', 25.8, -104.1, 31.98, -93.44],
      ['America/Denver', 30.5, -106.7, 32.1, -105],
    ],
  },
  CA: {
    '*': [
      ['America/Halifax', 41.4, -68.3, 47.7, -60.5],
      ['America/Halifax', 41.5, -63.8, 48.4, -60.6],
      ['America/St_Johns', 41.5, -57, 53.2, -52],
      ['America/St_Johns', 41.5, -59.2, 49.6, -52],
      ['America/Toronto', 41.4, -89.9, 51.1, -69.1],
      ['America/Toronto', 48.2, -76.4, 58.3, -67.9],
      ['America/Toronto', 41.5, -88.4, 55, -82.5],
      ['America/Toronto', 58.2, -77.3, 60.9, -70.2],
      ['America/Winnipeg', 49.4, -101.3, 56.9, -90.1],
      ['America/Winnipeg', 54.2, -101.8, 59.9, -94.9],
      ['America/Regina', 41.4, -106.3, 59.9, -102.6],
      ['America/Regina', 55.2, -109.9, 59.9, -102.1],
      ['America/Edmonton', 51.5, -117.8, 62, -110.1],
      ['America/Edmonton', 60.1, -119.9, 62, -102.1],
      ['America/Edmonton', 41.4, -115.7, 51.5, -110.1],
      ['America/Vancouver', 41.5, -141.5, 57.4, -124.3],
      ['America/Vancouver', 41.4, -141.5, 52.9, -118.7],
      ['America/Vancouver', 41.4, -141.5, 59.9, -127.9],
    ],
    BC: [
      ['America/Vancouver', 48.2, -139.1, 53.14, -119.1],
      ['America/Vancouver', 48.2, -139.1, 54.82, -121.66],
      ['America/Edmonton', 48.9, -116.42, 51.5, -114],
      ['America/Dawson_Creek', 55.08, -122.02, 59.98, -120.04],
    ],
    ON: [
      ['America/Toronto', 41.6, -88.82, 53.1, -74.3],
      ['America/Toronto', 41.6, -90.94, 49.22, -74.3],
      ['America/Winnipeg', 48.6, -95.2, 56.9, -91.04],
    ],
  },
  AU: {
    '*': [
      ['Australia/Sydney', -35.4, 143.9, -29.3, 154.5],
      ['Australia/Sydney', -34, 142.1, -29.1, 151.2],
      ['Australia/Sydney', -36.8, 148.4, -35.3, 154.5],
      ['Australia/Sydney', -31.5, 141.1, -29.2, 151.2],
      ['Australia/Sydney', -34, 141.1, -32.5, 154.5],
      ['Australia/Melbourne', -39.1, 141.1, -36.2, 147.9],
      ['Australia/Melbourne', -44.4, 141.1, -34.9, 143.2],
      ['Australia/Melbourne', -39.3, 147.7, -37.4, 149.5],
      ['Australia/Melbourne', -44.5, 141.1, -34.4, 142.3],
      ['Australia/Brisbane', -28.2, 141.1, -9.5, 153.1],
      ['Australia/Brisbane', -25.9, 138.1, -16.6, 154.5],
      ['Australia/Brisbane', -28.9, 141.1, -28.2, 148.9],
      ['Australia/Adelaide', -44.4, 129.1, -26.1, 140.9],
      ['Australia/Darwin', -25.9, 129.2, -10.6, 137.9],
      ['Australia/Perth', -31.2, 112, -13.1, 128.9],
      ['Australia/Perth', -44.5, 112, -31.2, 125.4],
      ['Australia/Hobart', -44.4, 112, -39.3, 154.5],
    ],
  },
  ES: {
    '*': [
      ['Europe/Madrid', 35.1, -9.4, 43.9, 4.4],
      ['Atlantic/Canary', 27.5, -18.3, 29.5, -13.3],
    ],
  },
  PT: {
    '*': [
      ['Europe/Lisbon', 36.9, -9.6, 42.2, -6.1],
      ['Atlantic/Madeira', 32.3, -17.4, 33.2, -16.2],
      ['Atlantic/Azores', 36.8, -31.4, 39.8, -24.9],
    ],
  },
};
