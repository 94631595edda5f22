/**
 * Keys from which secrets of organizations are derived. The first one makes the secrets that are shown; all of them sign, and
 * what any of them signed is accepted.
 */
export type SigningKeys = readonly [shown: string, ...others: string[]];

/** Stands before a key that is not shown yet. */
const COMING = '+';

/** The steps of changing the key, in their order. */
export const KEY_STEPS = ['add', 'show', 'drop'] as const;
export type KeyStep = (typeof KEY_STEPS)[number];

/** The keys in the text of a secret: separated by spaces, the one that is shown first. */
export function readSigningKeys(text: string): SigningKeys {
  const [shown, ...others] = wordsOf(text).map((word) => withoutMark(word));
  if (!shown) throw new Error('The secret with the signing key is empty.');
  return [shown, ...others];
}

/**
 * The text of the secret after a step: `add` adds a key that signs and is accepted, `show` makes it the one that is shown, and
 * `drop` removes the one before. Throws when it is not this step's turn.
 */
export function stepKeys(text: string, step: KeyStep, created: string): string {
  const words = wordsOf(text);
  const [first = '', second] = words;
  const turn = second === undefined ? 'add' : second.startsWith(COMING) ? 'show' : 'drop';
  if (words.length === 0 || words.length > 2) throw new Error(`The secret has ${words.length} keys.`);
  if (step !== turn) throw new Error(`It is not the turn of "${step}": the next step is "${turn}".`);
  if (step === 'add') return `${first} ${COMING}${created}`;
  if (step === 'show') return `${withoutMark(second!)} ${first}`;
  return first;
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function withoutMark(word: string): string {
  return word.startsWith(COMING) ? word.slice(COMING.length) : word;
}
