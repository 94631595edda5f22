import { cityNames } from './city-names.ts';
import type { FoundPlace, MapContent } from './map-shapes.ts';
import { settings } from './settings.ts';

/** Places that a search shows at most. */
const MOST = 8;

/** `37.77, -122.42` */
const COORDINATES = /^(-?\d{1,2}(?:\.\d+)?)[,;\s]+(-?\d{1,3}(?:\.\d+)?)$/;

/**
 * Places by a text: coordinates, what the map shows by its title, streets and quarters of the plain base map, and those that
 * any other map shows in its view.
 */
export async function findPlaces(
  text: string,
  content: MapContent,
  inView: readonly FoundPlace[],
): Promise<readonly FoundPlace[]> {
  const [, lat, lng] = COORDINATES.exec(text) ?? [];
  if (lat !== undefined && lng !== undefined) return [{ name: text, at: [Number(lng), Number(lat)] }];
  const shown = shownPlaces(content).filter(({ name }) => matches(name, text));
  const named = settings.mapStyleUrl === '' ? await cityNames() : inView;
  return [...shown, ...named.filter(({ name }) => matches(name, text)).toSorted(byStart(text))].slice(
    0,
    MOST,
  );
}

function shownPlaces({ points, areas }: MapContent): readonly FoundPlace[] {
  return [
    ...points.flatMap(({ title, at }) => (title ? [{ name: title, at }] : [])),
    ...areas.flatMap(({ title, rings }) => {
      const [first] = rings[0] ?? [];
      return title && first ? [{ name: title, at: first }] : [];
    }),
  ];
}

function matches(name: string, text: string): boolean {
  return plain(name).includes(plain(text));
}

/** Names that begin with the text first. */
function byStart(text: string) {
  const rank = ({ name }: FoundPlace) => (plain(name).startsWith(plain(text)) ? 0 : 1);
  return (a: FoundPlace, b: FoundPlace) => rank(a) - rank(b) || a.name.localeCompare(b.name);
}

/** Without accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
