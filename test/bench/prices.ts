/**
 * List prices in US dollars, on demand, without free tiers and volume discounts. `date` says when they were looked up:
 * change it whenever you change a price.
 */
export const PRICES = Object.freeze({
  date: '2026-11-24',
  region: 'us-east-1',
  /** DynamoDB on-demand request units. */
  writeUnit: 0.625 / 1_000_000,
  readUnit: 0.125 / 1_000_000,
  /** DynamoDB storage for a month. */
  tableGigabyteMonth: 0.25,
  /** Point-in-time recovery of DynamoDB for a month. */
  recoveryGigabyteMonth: 0.2,
  /** S3 storage for a month. */
  bucketGigabyteMonth: 0.023,
  /** An object that is put into S3. */
  bucketPut: 5 / 1_000_000,
  /** Data out to the internet, the first 10 TB of a month. */
  outGigabyte: 0.09,
  /** Storage of logs for a month. */
  logStorageGigabyteMonth: 0.03,
  /** A request to a standard queue; a batch of 10 is one. */
  queueRequest: 0.4 / 1_000_000,
  /** A request to an HTTP API. */
  apiRequest: 1 / 1_000_000,
  invocation: 0.2 / 1_000_000,
  /** Lambda on Arm. */
  gigabyteSecond: 0.000_013_333_4,
  /** A transition of a standard state machine. */
  transition: 25 / 1_000_000,
  logGigabyte: 0.5,
  /** A look-up on Amazon Location whose result may be stored. */
  storedLookUp: 4 / 1_000,
});
