import { unitOf } from './rooms.ts';

/**
 * Folders inside an area, from top to bottom: each imports those below it only. Files that lie in the area itself are
 * below all of them, but for its index.ts.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'lib/fulfilment/dispatch': [
    // What others report, ask and note about a dispatch.
    'outcomes',
    'remarks',
    'explanation',
    // What starts a dispatch or changes it.
    'orders',
    'changes',
    'handover',
    'intake',
    'departure',
    // What both are made of.
    'withdrawal',
    'attempts',
    'claims',
    'choice',
    'rules',
  ],
};

/** Whether an import inside an area breaks the order of its layers, or is of a folder that has no place among them. */
export function breaksLayers(file: string, target: string): boolean {
  const area = unitOf(file) ?? '';
  const layers = LAYERS[area];
  if (!layers || unitOf(target) !== area || file === `${area}/index.ts`) return false;
  const [own, other] = [file, target].map((path) => folderIn(area, path));
  if (own === other) return false;
  const isUnlisted = [own, other].some((folder) => folder !== undefined && !layers.includes(folder));
  const isUpward = other !== undefined && (own === undefined || layers.indexOf(own) > layers.indexOf(other));
  return isUnlisted || isUpward;
}

/** `choice` of `lib/fulfilment/dispatch/choice/choose-quote.ts`; undefined for a file that lies in the area itself. */
function folderIn(area: string, path: string): string | undefined {
  const [first, ...rest] = path.slice(area.length + 1).split('/');
  return rest.length === 0 ? undefined : first;
}
