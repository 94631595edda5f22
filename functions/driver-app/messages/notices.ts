import type { Language } from './language.ts';

/** What a push message announces; it says nothing else. */
export const NOTICES = ['offer', 'work', 'change', 'message'] as const;

export type Notice = (typeof NOTICES)[number];

/** What the phone shows for it. The service worker has only these texts of the catalogue. */
export const NOTICE_TEXTS: Readonly<Record<Language, Readonly<Record<Notice, string>>>> = {
  en: {
    offer: 'New offer',
    work: 'New work',
    change: 'Your stops have changed',
    message: 'Message from your dispatcher',
  },
  es: {
    offer: 'Nueva oferta',
    work: 'Trabajo nuevo',
    change: 'Tus paradas han cambiado',
    message: 'Mensaje de tu central',
  },
  de: {
    offer: 'Neues Angebot',
    work: 'Neue Arbeit',
    change: 'Deine Halte haben sich geändert',
    message: 'Nachricht von deiner Disposition',
  },
  fr: {
    offer: 'Nouvelle offre',
    work: 'Nouveau travail',
    change: 'Vos arrêts ont changé',
    message: 'Message de votre régulateur',
  },
};
