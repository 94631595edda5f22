import { type Language, language } from '../kit/language.ts';
import type { texts as failures } from './failures.en.ts';
import type { texts as measures } from './measures.en.ts';
import type { texts as names } from './names.en.ts';
import type { texts as problems } from './problems.en.ts';
import type { texts as remedies } from './remedies.en.ts';

// Texts of parts that are loaded late. Every screen loads `texts.ts`, so their files are listed here.
export const failuresTexts = {} as typeof failures;
export const measuresTexts = {} as typeof measures;
export const namesTexts = {} as typeof names;
export const problemsTexts = {} as typeof problems;
export const remediesTexts = {} as typeof remedies;

const LOADED = {
  failures: failuresTexts,
  measures: measuresTexts,
  names: namesTexts,
  problems: problemsTexts,
  remedies: remediesTexts,
};

type LateArea = keyof typeof LOADED;

const FILES: Readonly<
  Record<LateArea, Readonly<Record<Language, () => Promise<{ readonly texts: object }>>>>
> = {
  failures: {
    en: () => import('./failures.en.ts'),
    es: () => import('./failures.es.ts'),
    de: () => import('./failures.de.ts'),
  },
  measures: {
    en: () => import('./measures.en.ts'),
    es: () => import('./measures.es.ts'),
    de: () => import('./measures.de.ts'),
  },
  names: {
    en: () => import('./names.en.ts'),
    es: () => import('./names.es.ts'),
    de: () => import('./names.de.ts'),
  },
  problems: {
    en: () => import('./problems.en.ts'),
    es: () => import('./problems.es.ts'),
    de: () => import('./problems.de.ts'),
  },
  remedies: {
    en: () => import('./remedies.en.ts'),
    es: () => import('./remedies.es.ts'),
    de: () => import('./remedies.de.ts'),
  },
};

/** A part of a screen that is loaded once the texts of its area are there. */
export function withLateTexts<Part>(area: LateArea, load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    const { texts } = await FILES[area][language()]();
    Object.assign(LOADED[area], texts);
    return load();
  };
}
