import { withLateTexts } from '../texts/late-texts.ts';
import { wordFor, words } from './format.ts';
import { language } from './language.ts';
import { lateWords } from './late.tsx';
import { wordOfField } from './word-of-field.ts';

const names = lateWords(withLateTexts('names', () => import('./loaded-names.ts')));

/** Loads words for the many names that only screens of settings show, and draws again with them. Whether they are there. */
export const useApiNames = names.use;

/** An event, action or comparison of workflows as the API describes it. */
interface Titled {
  readonly key: string;
  readonly title: string;
}

/** What starts a workflow, in the user's language. */
export const titleOfEvent = ({ key, title }: Titled): string => wordFor(key) ?? title;

/** What a workflow does, in the user's language. */
export const titleOfAction = ({ key, title }: Titled): string => names.current()?.actions[key] ?? title;

/** How a workflow compares, in the user's language. */
export const titleOfOperator = ({ key, title }: Titled): string => names.current()?.operators[key] ?? title;

/** Something that comes with the service. */
interface Shipped {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

/** A template of workflows in the user's language; one of the organization as it is. */
export const wordedTemplate = <Template extends Shipped>(template: Template): Template => ({
  ...template,
  name: names.current()?.templates[template.id] ?? template.name,
  description: names.current()?.templateTexts[template.id] ?? template.description,
});

/** What a role is called in the user's language; one of the organization as it is. */
export const nameOfRole = ({ id, name }: Pick<Shipped, 'id' | 'name'>): string => wordFor(id) ?? name;

/** What a role is for, in the user's language. */
export const textOfRole = ({ id, description }: Pick<Shipped, 'id' | 'description'>): string | null =>
  names.current()?.roleTexts[id] ?? description;

/** The name of a setting, or of one of its choices. `of` is what it belongs to, where that makes a difference. */
export const nameWithin = (of: string | undefined, name: string): string =>
  wordWithin(of, name) ?? words(name);

/** The same where the language of the console has a word for it; undefined otherwise. */
export const wordWithin = (of: string | undefined, name: string): string | undefined =>
  wordFor(`${of} ${name}`) ?? wordFor(name);

/** The help of a form for a setting, in the user's language; without words for that what the API says of it, if anything. */
export function helpWithin(
  of: string | undefined,
  name: string,
  description?: string,
): { readonly help?: string } {
  const helps = names.current()?.helps;
  const help = helps?.[`${of} ${name}`] ?? helps?.[name] ?? description;
  return help ? { help } : {};
}

/** The name of a field by its path in an object. In English, paths speak for themselves. */
export const nameOfField = (path: string): string =>
  (language() === 'en' ? undefined : wordOfField(path, wordFor)) ?? words(path);
