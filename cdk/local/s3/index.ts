export { createS3, type S3Context } from './create-s3.ts';
