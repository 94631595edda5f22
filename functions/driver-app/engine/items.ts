import type { PickedItem, ReportedItem } from './reports.ts';
import type { Package } from './work.ts';

/** An item of a package, as the driver sees it. */
export interface Item extends ReportedItem {
  readonly name: string;
  readonly quantity: number;
  /** Barcodes that mean this item; none = not known. */
  readonly barcodes: readonly string[];
}

/** The items of a package. Their fields are those of the order, and any may be missing. */
export function itemsOf({ items }: Pick<Package, 'items'>): readonly Item[] {
  return items.map((item) => {
    const id = text(item.id);
    const sku = text(item.sku);
    return {
      ...(id === undefined ? {} : { id }),
      ...(sku === undefined ? {} : { sku }),
      name: text(item.name) ?? text(item.description) ?? sku ?? '',
      quantity: [item.quantity, item.count].find((count) => typeof count === 'number') ?? 1,
      barcodes: [item.barcode, item.upc, item.ean, item.sku].flatMap((code) => text(code) ?? []),
    } as Item;
  });
}

/** What was found of each item. */
export function picked(
  item: Item,
  found: { readonly quantity: number; readonly scanned?: string; readonly weight?: number | undefined },
): PickedItem {
  const { barcodes, quantity: _, ...known } = item;
  const { quantity, scanned, weight } = found;
  const isOther = scanned !== undefined && barcodes.length > 0 && !barcodes.includes(scanned);
  return {
    ...known,
    quantity,
    status: quantity === 0 ? 'not_found' : isOther ? 'substituted' : 'found',
    ...(scanned === undefined || scanned === '' ? {} : { scannedBarcode: scanned }),
    ...(weight === undefined ? {} : { weight }),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
