export { m } from './texts/texts.ts';
