export { createS3 } from './create-s3.ts';
