import { randomInt } from 'node:crypto';
import { isRecord, numberOf, textOf } from '../aws-json.ts';

const CHARACTERS = {
  ExcludeLowercase: 'abcdefghijklmnopqrstuvwxyz',
  ExcludeUppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ExcludeNumbers: '0123456789',
  ExcludePunctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
} as const;

/**
 * A new secret value by the rules of CloudFormation's GenerateSecretString: a password, or a JSON template with the
 * password under one more key. Throws when the rules leave no character or too little room.
 */
export function generateSecret(rules: Readonly<Record<string, unknown>>): string {
  const password = generatePassword(rules);
  const template = textOf(rules.SecretStringTemplate);
  const key = textOf(rules.GenerateStringKey);
  if (template === undefined && key === undefined) return password;
  const parsed: unknown = template === undefined ? undefined : JSON.parse(template);
  if (!isRecord(parsed) || key === undefined) {
    throw new Error('SecretStringTemplate, a JSON object, and GenerateStringKey belong together');
  }
  return JSON.stringify({ ...parsed, [key]: password });
}

function generatePassword(rules: Readonly<Record<string, unknown>>): string {
  const length = numberOf(rules.PasswordLength) ?? 32;
  const excluded = new Set(textOf(rules.ExcludeCharacters) ?? '');
  const classes = Object.entries(CHARACTERS)
    .filter(([rule]) => rules[rule] !== true)
    .map(([, characters]) => characters);
  if (rules.IncludeSpace === true) classes.push(' ' as (typeof classes)[number]);
  const allowed = classes.map((characters) => [...characters].filter((one) => !excluded.has(one)));
  const all = allowed.flat();
  const required = rules.RequireEachIncludedType === false ? [] : allowed.filter((one) => one.length > 0);
  if (all.length === 0) throw new Error('GenerateSecretString leaves no character to choose from');
  if (length < Math.max(1, required.length) || length > 4096) {
    throw new Error(`PasswordLength ${length} is not from ${Math.max(1, required.length)} to 4096`);
  }
  const pick = (from: readonly string[]) => from[randomInt(from.length)]!;
  const characters = required.map(pick);
  while (characters.length < length) characters.push(pick(all));
  for (let index = characters.length - 1; index > 0; index--) {
    const other = randomInt(index + 1);
    [characters[index], characters[other]] = [characters[other]!, characters[index]!];
  }
  return characters.join('');
}
