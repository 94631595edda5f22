import { type Language, language } from '../kit/language.ts';
import type { texts as automation } from './automation.en.ts';
import type { texts as fleet } from './fleet.en.ts';
import type { texts as frame } from './frame.en.ts';
import type { texts as incoming } from './incoming.en.ts';
import type { texts as insights } from './insights.en.ts';
import type { texts as intake } from './intake.en.ts';
import type { texts as notices } from './notices.en.ts';
import type { texts as outgoing } from './outgoing.en.ts';
import type { texts as places } from './places.en.ts';
import type { texts as plan } from './plan.en.ts';
import type { texts as review } from './review.en.ts';
import type { texts as setup } from './setup.en.ts';
import type { texts as why } from './why.en.ts';

/** Texts of the frame, and those that many screens share. They are there before anything is drawn. */
export const m = {} as typeof frame;

// The texts of areas, there before a screen is loaded that names its area in `screen-list.ts`.
export const automationTexts = {} as typeof automation;
export const fleetTexts = {} as typeof fleet;
export const incomingTexts = {} as typeof incoming;
export const insightsTexts = {} as typeof insights;
export const intakeTexts = {} as typeof intake;
export const noticesTexts = {} as typeof notices;
export const outgoingTexts = {} as typeof outgoing;
export const placesTexts = {} as typeof places;
export const planTexts = {} as typeof plan;
export const reviewTexts = {} as typeof review;
export const setupTexts = {} as typeof setup;
export const whyTexts = {} as typeof why;

const LOADED = {
  automation: automationTexts,
  fleet: fleetTexts,
  frame: m,
  incoming: incomingTexts,
  insights: insightsTexts,
  intake: intakeTexts,
  notices: noticesTexts,
  outgoing: outgoingTexts,
  places: placesTexts,
  plan: planTexts,
  review: reviewTexts,
  setup: setupTexts,
  why: whyTexts,
};

/** An area of texts. */
export type TextArea = keyof typeof LOADED;

/** The files of each area. Only those of one language are ever loaded. */
const FILES: Readonly<
  Record<TextArea, Readonly<Record<Language, () => Promise<{ readonly texts: object }>>>>
> = {
  automation: {
    en: () => import('./automation.en.ts'),
    es: () => import('./automation.es.ts'),
    de: () => import('./automation.de.ts'),
  },
  fleet: {
    en: () => import('./fleet.en.ts'),
    es: () => import('./fleet.es.ts'),
    de: () => import('./fleet.de.ts'),
  },
  frame: {
    en: () => import('./frame.en.ts'),
    es: () => import('./frame.es.ts'),
    de: () => import('./frame.de.ts'),
  },
  incoming: {
    en: () => import('./incoming.en.ts'),
    es: () => import('./incoming.es.ts'),
    de: () => import('./incoming.de.ts'),
  },
  insights: {
    en: () => import('./insights.en.ts'),
    es: () => import('./insights.es.ts'),
    de: () => import('./insights.de.ts'),
  },
  intake: {
    en: () => import('./intake.en.ts'),
    es: () => import('./intake.es.ts'),
    de: () => import('./intake.de.ts'),
  },
  notices: {
    en: () => import('./notices.en.ts'),
    es: () => import('./notices.es.ts'),
    de: () => import('./notices.de.ts'),
  },
  outgoing: {
    en: () => import('./outgoing.en.ts'),
    es: () => import('./outgoing.es.ts'),
    de: () => import('./outgoing.de.ts'),
  },
  places: {
    en: () => import('./places.en.ts'),
    es: () => import('./places.es.ts'),
    de: () => import('./places.de.ts'),
  },
  plan: {
    en: () => import('./plan.en.ts'),
    es: () => import('./plan.es.ts'),
    de: () => import('./plan.de.ts'),
  },
  review: {
    en: () => import('./review.en.ts'),
    es: () => import('./review.es.ts'),
    de: () => import('./review.de.ts'),
  },
  setup: {
    en: () => import('./setup.en.ts'),
    es: () => import('./setup.es.ts'),
    de: () => import('./setup.de.ts'),
  },
  why: {
    en: () => import('./why.en.ts'),
    es: () => import('./why.es.ts'),
    de: () => import('./why.de.ts'),
  },
};

/** Loads the texts of areas in the user's language. Modules that use them are imported afterwards. */
export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  await Promise.all(
    areas.map(async (area) => {
      const { texts } = await FILES[area][language()]();
      Object.assign(LOADED[area], texts);
      // Words for names of the API are looked up in one place, whichever area has them.
      if ('words' in texts && area !== 'frame') Object.assign(m.words, texts.words);
    }),
  );
}

/** A module that is loaded once the texts of these areas are there. */
export function withTexts<Module>(
  areas: readonly TextArea[],
  load: () => Promise<Module>,
): () => Promise<Module> {
  return () => loadTexts(areas).then(load);
}
