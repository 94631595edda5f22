export type { Bucket } from './bucket.ts';
export { bucketAddress, s3Bucket } from './s3-bucket.ts';
