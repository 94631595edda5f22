import type { Field, Values } from '../kit/form.tsx';
import { Facts } from '../kit/ui.tsx';
import { setupTexts } from '../texts/texts.ts';

const t = setupTexts.rights;

/** Areas in which a right to read and one to change exist. */
const AREAS = Object.entries(t.areas);

/** Rights that stand alone. */
const SINGLE = Object.entries(t.single);

/** A field for each area, and one for each right that stands alone. */
export const rightFields: readonly Field[] = [
  ...AREAS.map(
    ([area, label]): Field => ({
      name: `right-${area}`,
      label,
      kind: 'choice',
      options: t.levels,
      nothing: t.none,
    }),
  ),
  ...SINGLE.map(([right, label]): Field => ({ name: `right-${right}`, label, kind: 'flag' })),
];

/** The rights that these values of the fields mean. */
export function rightsIn(values: Values): readonly string[] {
  return [
    ...AREAS.flatMap(([area]) => {
      const level = values[`right-${area}`];
      return [
        ...(level === 'READ' || level === 'BOTH' ? [`READ_${area}`] : []),
        ...(level === 'WRITE' || level === 'BOTH' ? [`WRITE_${area}`] : []),
      ];
    }),
    ...SINGLE.flatMap(([right]) => (values[`right-${right}`] === true ? [right] : [])),
  ];
}

/** The values of the fields for these rights. */
export function valuesOfRights(rights: readonly string[]): Values {
  return Object.fromEntries([
    ...AREAS.map(([area]) => [`right-${area}`, levelOf(area, rights)] as const),
    ...SINGLE.map(([right]) => [`right-${right}`, hasSingle(right, rights)] as const),
  ]);
}

/** `execute.view` is `EXECUTE_VIEW` in some replies. */
function hasSingle(right: string, rights: readonly string[]): boolean {
  return rights.includes(right) || rights.includes(right.toUpperCase().replace('.', '_'));
}

function levelOf(area: string, rights: readonly string[]): string | null {
  const reads = rights.includes(`READ_${area}`);
  const writes = rights.includes(`WRITE_${area}`);
  return reads && writes ? 'BOTH' : reads ? 'READ' : writes ? 'WRITE' : null;
}

/** The other values, without those of rights. */
export function withoutRights(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('right-')));
}

/** Rights in words, for each area. */
export function RightsInWords({ rights }: { rights: readonly string[] }) {
  const levels = new Map<string, string>(t.levels);
  const lines = [
    ...AREAS.flatMap(([area, name]) => {
      const level = levelOf(area, rights);
      return level === null ? [] : [[name, levels.get(level)] as const];
    }),
    ...SINGLE.flatMap(([right, name]) => (hasSingle(right, rights) ? [[name, t.yes] as const] : [])),
  ];
  return lines.length === 0 ? <p class="quiet">{t.none}</p> : <Facts facts={lines} />;
}
