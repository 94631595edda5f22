export type { Bucket } from './bucket.ts';
export { s3Bucket } from './s3-bucket.ts';
export { checkLink } from './sign-link.ts';
