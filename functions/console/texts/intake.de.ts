import type { texts as english } from './intake.en.ts';
import type { Translation } from './translation.ts';

const count = new Intl.NumberFormat('de');

/** German texts: how orders come in. */
export const texts: Translation<typeof english> = {
  upload: {
    export: 'Exportieren',
    exported: 'Die Datei wird gespeichert.',
    file: 'CSV- oder Excel-Datei',
    fileHelp: 'Bis zu 50.000 Zeilen. Die erste Zeile enthält die Namen der Spalten.',
    format: (name: string) => `Als Datei von ${name} erkannt.`,
    uploading: 'Die Datei wird gesendet…',
    encoding: 'Zeichenkodierung',
    delimiter: 'Trennzeichen',
    delimiters: [
      [',', 'Komma'],
      [';', 'Semikolon'],
      ['\t', 'Tabulator'],
      ['|', 'Senkrechter Strich'],
    ],
    mapping: 'Spalten',
    column: 'Spalte',
    field: 'Feld',
    example: 'Beispiel',
    ignored: 'Nicht importieren',
    rows: (rows: number, more: boolean) =>
      more
        ? `Die ersten ${count.format(rows)} Zeilen`
        : `${count.format(rows)} ${rows === 1 ? 'Zeile' : 'Zeilen'}`,
    row: 'Zeile',
    fits: 'Alle Zellen dieser Zeilen sind lesbar.',
    counts: (good: number, needing: number, unreadable: number) =>
      `${count.format(good)} gut, ${count.format(needing)} brauchen Aufmerksamkeit, ${count.format(unreadable)} können nicht importiert werden.`,
    values: 'Für die ganze Datei',
    valuesHelp: 'Gilt, wo eine Zeile keinen eigenen Wert hat.',
    value: 'Warenwert',
    date: 'Liefertag',
    ambiguous: (columns: readonly string[]) =>
      `Die Daten in ${columns.join(', ')} lassen sich auf zwei Arten lesen. Geben Sie an, ob der Tag oder der Monat zuerst steht.`,
    currency: 'Währung',
    tags: 'Schlagwörter',
    template: 'Importvorlage',
    templateName: 'Name, unter dem diese Einstellungen gespeichert werden',
    keep: 'Als Vorlage speichern',
    templateKept: 'Die Vorlage ist gespeichert.',
    flawed: 'Fehlerhafte Zeilen herunterladen',
    unchanged: 'Keine',
    errors: (errors: number) =>
      errors === 1
        ? '1 Zelle ist nicht lesbar. Ihre Zeile wird ausgelassen.'
        : `${count.format(errors)} Zellen sind nicht lesbar. Ihre Zeilen werden ausgelassen.`,
    confirm: (rows: number) =>
      rows === 1
        ? '1 Wert liegt über 1.000: ebenfalls importieren'
        : `${count.format(rows)} Werte liegen über 1.000: ebenfalls importieren`,
    start: 'Importieren',
    running: 'Import',
    result: 'Ergebnis herunterladen',
    orders: 'Aufträge der Datei',
    firstOrders: (shown: number) => `Die ersten ${count.format(shown)}; das Ergebnis enthält alle.`,
    outcomes: {
      done: 'Erledigt',
      needs_attention: 'Braucht Aufmerksamkeit',
      failed: 'Fehlgeschlagen',
      skipped: 'Übersprungen',
    },
    none: 'Geben Sie mindestens einer Spalte ein Feld.',
    missing: (fields: readonly string[]) =>
      `Es fehlt: ${fields.join(', ')}. Ordnen Sie eine Spalte zu, oder wählen Sie einen Wert für die ganze Datei. Bis dahin braucht jeder neue Auftrag Aufmerksamkeit.`,
  },
  order: {
    held: 'Die Disposition wurde zurückgenommen. Automatisch disponiert wird der Auftrag erst wieder, wenn er geändert oder bestätigt wird.',
    foundAs: 'Auf der Karte gefunden als',
    itemsCount: 'Anzahl der Artikel',
    pickupWindow: 'Abholfenster',
    tip: 'Trinkgeld',
    wasCreated: 'Auftrag angelegt',
    businessName: 'Firma',
    failure: 'Fehler',
    archiveHelp: 'Er wird beim Auftrag gespeichert.',
    tracking: 'Sendungsverfolgung',
    noDeliveryText:
      'Disponieren Sie den Auftrag, um einen Kurier zu buchen, oder setzen Sie ihn auf eine Tour.',
  },
  form: {
    otherPickupWindows: 'Weitere Abholfenster',
    otherWindows: 'Weitere Zustellfenster',
    otherWindowsHelp: 'Zum Beispiel 2026-03-05T10:00Z/2026-03-05T12:00Z. Die Planung wählt eines.',
    valueConfirm: (value: string) => `Der Wert ist ${value}. Stimmt das?`,
    valueHelp: 'Werte über 1.000 müssen bestätigt werden; Werte über 100.000 werden nicht angenommen.',
    valueTooHigh: 'Ein Wert über 100.000 wird nicht angenommen.',
    start: 'ab',
    end: 'bis',
  },
  sources: [
    ['api', 'API'],
    ['csv_upload', 'Dateien'],
    ['recurring_order', 'Wiederkehrende Aufträge'],
    ['shop', 'Anderer Onlineshop'],
    ['shopify', 'Shopify'],
    ['woocommerce', 'WooCommerce'],
  ],
  bulk: {
    paste: 'IDs einfügen',
    ids: 'IDs',
    idsHelp:
      'Bis zu 1.000 IDs, externe IDs oder Referenznummern, getrennt durch Zeilenumbrüche, Kommas, Semikolons oder Tabulatoren.',
    find: 'Aufträge suchen',
    found: (orders: number, unmatched: number) =>
      `${count.format(orders)} ${orders === 1 ? 'Auftrag' : 'Aufträge'} gefunden, ${count.format(unmatched)} ohne Treffer.`,
    unmatched: 'Ohne Treffer',
    show: 'In der Tabelle zeigen',
    pickedUp: 'Als abgeholt markieren',
    question: (action: string, orders: number) =>
      `${action}: ${count.format(orders)} ${orders === 1 ? 'Auftrag' : 'Aufträge'}. Aufträge, bei denen das nicht möglich ist, werden übersprungen.`,
    tooMany: 'Ein Durchgang ändert höchstens 1.000 Aufträge.',
    run: 'Fortschritt',
    partial: 'Teilweise erledigt',
    progress: (handled: number, total: number) => `${count.format(handled)} von ${count.format(total)}`,
    figures: {
      done: 'Erledigt',
      skipped: 'Übersprungen',
      failed: 'Fehlgeschlagen',
      needsAttention: 'Brauchen Aufmerksamkeit',
      total: 'Gesamt',
      handled: 'Bearbeitet',
      results: 'Aufträge',
      action: 'Aktion',
    },
  },
  quotes: {
    asking: 'Die Zustelldienste werden nach ihren Preisen gefragt…',
    strategy: (name: string) => `Nach der Strategie ${name}.`,
    choice: 'Wahl der Strategie',
    rank: (rank: number) => `Rang ${rank}`,
    until: (at: string) => `gültig bis ${at}`,
    book: (name: string) => `${name} buchen`,
    bookIt: 'Buchen',
    none: 'Kein Zustelldienst bietet sich an.',
    refused: (carriers: number) =>
      `${carriers} ${carriers === 1 ? 'Zustelldienst bietet' : 'Zustelldienste bieten'} es nicht an`,
    asked: (done: number, all: number) => `Preise werden abgefragt: ${done} von ${all} Aufträgen.`,
    total: (price: string) => `Zusammen ${price}, nach der Wahl der Strategien`,
    unpriced: (orders: number) =>
      orders === 1
        ? 'Für 1 Auftrag bietet sich kein Zustelldienst an.'
        : `Für ${orders} Aufträge bietet sich kein Zustelldienst an.`,
    tooMany: (most: number) =>
      `Preise werden für höchstens ${most} Aufträge abgefragt. Wählen Sie weniger, um sie vorher zu sehen.`,
    auto: 'Der Strategie überlassen',
    autoHelp: 'Die Strategie fragt zuerst ihre Wahl, und den nächsten, wenn dieser ablehnt.',
  },
  notes: {
    empty: 'Noch keine Notizen. Nur Kollegen sehen sie.',
    add: 'Notiz hinzufügen',
    text: 'Notiz',
    help: 'Bis zu 2.000 Zeichen. Wird nie an Zustelldienste oder Kunden gesendet.',
    removeQuestion: 'Die Notiz wird für alle gelöscht.',
  },
  importTemplates: {
    actions: 'Ändern',
    empty: 'Noch keine Vorlagen',
    emptyText:
      'Laden Sie auf der Seite der Aufträge eine Datei hoch, und speichern Sie als Vorlage, wie sie gelesen wird.',
    rename: 'Umbenennen',
    remove: (name: string) => `Vorlage ${name} löschen`,
    removeQuestion: (name: string) =>
      `„${name}“ wird gelöscht. Aufträge, die damit importiert wurden, bleiben.`,
    toOrders: 'Zu den Aufträgen',
  },
  today: {
    tasks: 'Jetzt zu tun',
    day: 'Der Tag',
    todo: 'Zu tun',
    attention: 'Aufträge, die Aufmerksamkeit brauchen',
    notDispatched: 'Aufträge, die nicht disponiert werden konnten',
    unplanned: 'Bereite Aufträge ohne Tour und Lieferung',
    unassigned: 'Lieferungen ohne Fahrer',
    failed: 'Fehlgeschlagene Lieferungen',
    flags: 'Markierungen',
    late: 'Verspätete Touren',
    exceptions: 'Störungen zu bewerten',
    refunds: 'Erstattungen zu prüfen',
    notifications: 'Nicht gesendete Nachrichten',
    endpoints: 'Ausgeschaltete Webhook-Endpunkte',
    webhooks: 'Nicht angenommene Webhooks',
    latest: (number: number) => `Unter den letzten ${number} von heute.`,
    delivered: 'Zugestellt',
    routes: 'Touren',
    underWay: 'Touren unterwegs',
    onTime: (percent: number) => `${percent} % pünktlich`,
    count: (number: number, isExact: boolean) => `${count.format(number)}${isExact ? '' : '+'}`,
  },
};
