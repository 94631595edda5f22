import { useEffect, useState } from 'preact/hooks';
import { withLateTexts } from '../texts/late-texts.ts';
import { wordFor, words } from './format.ts';
import { language } from './language.ts';
import { wordOfField } from './word-of-field.ts';

const load = withLateTexts('names', () => import('./loaded-names.ts'));

/** What the names of the API are in the user's language; nothing until it is loaded. */
let loaded: Awaited<ReturnType<typeof load>> | undefined;

/** Loads words for the many names that only screens of settings show, and draws again with them. Whether they are there. */
export function useApiNames(): boolean {
  const [areThere, setThere] = useState(loaded !== undefined);
  useEffect(() => {
    if (areThere) return;
    const draw = () => setThere(true);
    // Without them, the names themselves are shown.
    load()
      .then((names) => {
        loaded = names;
      })
      .then(draw, draw);
  }, [areThere]);
  return areThere;
}

/** An event, action or comparison of workflows as the API describes it. */
interface Titled {
  readonly key: string;
  readonly title: string;
}

/** What starts a workflow, in the user's language. */
export const titleOfEvent = ({ key, title }: Titled): string => wordFor(key) ?? title;

/** What a workflow does, in the user's language. */
export const titleOfAction = ({ key, title }: Titled): string => loaded?.actions[key] ?? title;

/** How a workflow compares, in the user's language. */
export const titleOfOperator = ({ key, title }: Titled): string => loaded?.operators[key] ?? title;

/** Something that comes with the service. */
interface Shipped {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

/** A template of workflows in the user's language; one of the organization as it is. */
export const wordedTemplate = <Template extends Shipped>(template: Template): Template => ({
  ...template,
  name: loaded?.templates[template.id] ?? template.name,
  description: loaded?.templateTexts[template.id] ?? template.description,
});

/** What a role is called in the user's language; one of the organization as it is. */
export const nameOfRole = ({ id, name }: Pick<Shipped, 'id' | 'name'>): string => wordFor(id) ?? name;

/** What a role is for, in the user's language. */
export const textOfRole = ({ id, description }: Pick<Shipped, 'id' | 'description'>): string | null =>
  loaded?.roleTexts[id] ?? description;

/** The name of a setting, or of one of its choices. `of` is what it belongs to, where that makes a difference. */
export const nameWithin = (of: string | undefined, name: string): string =>
  wordWithin(of, name) ?? words(name);

/** The same where the language of the console has a word for it; undefined otherwise. */
export const wordWithin = (of: string | undefined, name: string): string | undefined =>
  wordFor(`${of} ${name}`) ?? wordFor(name);

/** What a setting means, in the user's language; without words for that what the API says of it. */
export const helpWithin = (
  of: string | undefined,
  name: string,
  description: string | undefined,
): string | undefined => loaded?.helps[`${of} ${name}`] ?? loaded?.helps[name] ?? description;

/** The name of a field by its path in an object. In English, paths speak for themselves. */
export const nameOfField = (path: string): string =>
  (language() === 'en' ? undefined : wordOfField(path, wordFor)) ?? words(path);
