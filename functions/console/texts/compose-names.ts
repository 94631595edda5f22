import type { Translation } from './translation.ts';

type Words = Readonly<Record<string, string>>;

/** What is composed: the ends of a delivery, what has a name at each, and what measures are called. */
interface Parts {
  readonly pickup: string;
  readonly dropoff: string;
  /** By its name in the API, without that of the end. */
  readonly ofPlace: Words;
  readonly measures: Translation<{ readonly words: Words; readonly definitions: Words }>;
}

/**
 * Words for names of the API that are put together in the same way: of each end of a delivery (“Abholung: Stadt”), of an address by
 * itself, and of measures where one is chosen.
 */
export function composeNames({ pickup, dropoff, ofPlace, measures }: Parts): Words {
  const places = Object.entries(ofPlace);
  const atEnd = (end: string, word: string) =>
    places.flatMap(([name, of]) => [
      [`${end} ${name}`, `${word}: ${of}`],
      [`${end} location ${name}`, `${word}: ${of}`],
    ]);
  const alone = places
    .filter(([name]) => /^(?:formatted )?address\b|^lat$|^lng$/.test(name))
    .map(([name, of]) => [name, of.charAt(0).toUpperCase() + of.slice(1)]);
  const chosen = Object.keys(measures.definitions).map((name) => [
    `measure ${name.replaceAll('-', ' ')}`,
    measures.words[name] ?? name,
  ]);
  return Object.fromEntries([...atEnd('pickup', pickup), ...atEnd('dropoff', dropoff), ...alone, ...chosen]);
}
