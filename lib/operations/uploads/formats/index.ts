import { circuit } from './circuit.ts';
import { coopCycle } from './coopcycle.ts';
import { detrack } from './detrack.ts';
import { type FileFormat, plainName } from './file-format.ts';
import { onfleet } from './onfleet.ts';
import { route4me } from './route4me.ts';
import { shopify } from './shopify.ts';
import { wooCommerce, wooCommerceReport } from './woocommerce.ts';

export { plainName } from './file-format.ts';

/** Files that are recognized without a mapping. A further one is added here. */
export const FILE_FORMATS: readonly FileFormat[] = Object.freeze([
  shopify,
  wooCommerce,
  wooCommerceReport,
  onfleet,
  detrack,
  route4me,
  circuit,
  coopCycle,
]);

/** The program that wrote a file with these columns; undefined when none is known. */
export function formatOf(columns: readonly string[]): FileFormat | undefined {
  const names = new Set(columns.map(plainName));
  return FILE_FORMATS.find(({ signature }) => signature.every((name) => names.has(plainName(name))));
}
