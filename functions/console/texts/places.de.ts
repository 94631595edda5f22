import type { texts as english } from './places.en.ts';
import type { Translation } from './translation.ts';

const count = new Intl.NumberFormat('de');

/** German texts: zones, restricted areas and the catalogue. */
export const texts: Translation<typeof english> = {
  zones: {
    create: 'Neue Zone',
    empty: 'Noch keine Zonen',
    emptyText: 'Eine Zone ist ein Gebiet, das Filialen beliefern. Zeichnen Sie die erste.',
    area: 'Gebiet',
    map: 'Alle Zonen auf der Karte',
    polygons: (number: number) =>
      number === 1 ? 'Auf der Karte gezeichnet' : `${number} Gebiete auf der Karte`,
    zipCodes: 'Postleitzahlen',
    zipCodesHelp: 'Anstelle der Zeichnung oder zusätzlich.',
    draw: 'Gebiet zeichnen',
    drawHelp: 'Klicken Sie auf der Karte jede Ecke des Gebiets an. Die letzte wird mit der ersten verbunden.',
    corners: 'Ecken (Breitengrad, Längengrad)',
    clear: 'Von vorn beginnen',
    redraw: 'Neu zeichnen',
    removeQuestion: 'Die Zone wird gelöscht.',
  },
  restrictions: {
    create: 'Neues gesperrtes Gebiet',
    map: 'Gesperrte Gebiete auf der Karte',
    empty: 'Noch keine gesperrten Gebiete',
    emptyText: 'Touren der gewählten Strategien meiden ein Gebiet, etwa eine Fußgängerzone.',
    unused: 'Keine Strategie',
    drawFirst: 'Zeichnen Sie mindestens drei Ecken des Gebiets.',
    removeQuestion: 'Touren dürfen dann wieder durch das Gebiet führen.',
    choose: 'Gebiete wählen',
    none: 'Touren dürfen überall entlangführen.',
  },
  catalogue: {
    products: 'Produkte',
    product: 'Produkt',
    stock: 'Bestand',
    search: 'Nach Name, Artikelnummer oder externer ID suchen',
    create: 'Neues Produkt',
    empty: 'Noch keine Produkte',
    emptyText: 'Aufträge, die ein Produkt nennen, übernehmen sein Gewicht und seine Größe.',
    sku: 'Artikelnummer',
    barcode: 'Strichcode',
    categories: 'Kategorien',
    listHelp: 'Durch Kommas getrennt.',
    weight: 'Gewicht (kg)',
    width: 'Breite (cm)',
    depth: 'Tiefe (cm)',
    height: 'Höhe (cm)',
    dimensions: 'Breite × Tiefe × Höhe (cm)',
    identifiers: 'Codes',
    externalIdHelp: 'Damit wird das Produkt später gefunden und geändert.',
    setStock: 'Bestand festlegen',
    noStock: 'Noch kein Bestand',
    noStockText: 'Geben Sie an, wie viel eine Filiale von einem Produkt hat und zu welchem Preis.',
    quantity: 'Menge',
    pieces: (number: number) => `${count.format(number)} Stück`,
    onSale: 'Im Verkauf',
    notOnSale: 'Nicht im Verkauf',
  },
};
