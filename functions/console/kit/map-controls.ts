import type { Language } from './language.ts';

/** What the controls of the map's library are called. They are so few that they come with it in every language. */
export const MAP_CONTROLS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  es: {
    'AttributionControl.ToggleAttribution': 'Mostrar u ocultar el origen del mapa',
    'Map.Title': 'Mapa',
    'NavigationControl.ZoomIn': 'Acercar',
    'NavigationControl.ZoomOut': 'Alejar',
  },
  de: {
    'AttributionControl.ToggleAttribution': 'Herkunft der Karte zeigen oder verbergen',
    'Map.Title': 'Karte',
    'NavigationControl.ZoomIn': 'Vergrößern',
    'NavigationControl.ZoomOut': 'Verkleinern',
  },
};
