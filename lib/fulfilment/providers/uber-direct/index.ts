export { uberDirect } from './uber-direct.ts';
