import { CannotScaffold } from './plan.ts';

/** The same name as files, values, headings and sentences spell it. */
export interface Names {
  /** `count-orders` */
  readonly kebab: string;
  /** `countOrders` */
  readonly camel: string;
  /** `Count Orders` */
  readonly title: string;
  /** `Count orders` */
  readonly sentence: string;
  /** `count_orders` */
  readonly snake: string;
}

/** Reads a name from the command line. Throws when it is absent or not in kebab-case. */
export function namesOf(what: string, given: string | undefined): Names {
  if (given === undefined) throw new CannotScaffold(`The ${what} is missing.`);
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(given)) {
    throw new CannotScaffold(`The ${what} "${given}" is not in kebab-case, such as "count-orders".`);
  }
  const words = given.split('-');
  const [first = '', ...others] = words;
  return {
    kebab: given,
    camel: [first, ...others.map(capital)].join(''),
    title: words.map(capital).join(' '),
    sentence: [capital(first), ...others].join(' '),
    snake: words.join('_'),
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
