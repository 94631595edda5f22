export { createXRay } from './create-x-ray.ts';
