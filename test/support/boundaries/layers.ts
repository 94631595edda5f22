import { unitOf } from './rooms.ts';

/**
 * Folders inside an area, from top to bottom; each imports only those below it. Files directly in the area are below
 * all of them, except its index.ts.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'lib/fulfilment/dispatch': [
    // What others report, ask and note about a dispatch.
    'outcomes',
    'remarks',
    'explanation',
    // What starts or changes a dispatch.
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

/** Whether an import inside an area breaks the order of its layers, or concerns a folder that has no place in it. */
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

/** `choice` for `lib/fulfilment/dispatch/choice/choose-quote.ts`; undefined for a file directly in the area. */
function folderIn(area: string, path: string): string | undefined {
  const [first, ...rest] = path.slice(area.length + 1).split('/');
  return rest.length === 0 ? undefined : first;
}
