export { doordash } from './doordash.ts';
