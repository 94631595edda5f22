/** German texts: why an order was treated as it was, by the codes of the API. */

import type { texts as english } from './why.en.ts';

/** Values in a sentence: prices, times and names as they are shown. */
type Said = Readonly<Record<string, string>>;
type Sentences = Readonly<Record<string, (said: Said) => string>>;

export const texts: typeof english = {
  words: {
    'proof of delivery': 'Zustellnachweis',
    'shipping label': 'Versandetikett',
    'pickup label': 'Abholetikett',
    'packing slip label': 'Lieferschein',
    'incident file': 'Datei zum Vorfall',
    manifest: 'Ladeliste',
    'barcode scan on pickup': 'Scan bei der Abholung',
    'barcode scan on dropoff': 'Scan bei der Zustellung',
    'barcode scan on return': 'Scan bei der Rückgabe',
    'photo pre delivery verification': 'Foto vor der Zustellung',
    'address not found': 'Adresse nicht gefunden',
    'age verification failed': 'Altersprüfung nicht bestanden',
    'customer unavailable': 'Kunde nicht erreichbar',
    'damage in transit': 'Unterwegs beschädigt',
    'item unavailable': 'Artikel nicht verfügbar',
    'no capacity': 'Keine Kapazität',
    'out of service area': 'Außerhalb des Liefergebiets',
  },
  what: {
    WORKFLOW_STEP: ({ node, status }) => `Schritt „${node}“: ${status}`,
    PROVIDER_CHOSEN: ({ providerName, attempt }) => `${providerName} wurde gewählt (Versuch ${attempt})`,
    NO_PROVIDER_YET: ({ attempt }) => `Noch kein Zustelldienst gewählt (Versuch ${attempt})`,
    DISPATCH_WAITS: () => 'Die Disposition wartet auf Workflows',
    DISPATCH_GOES_ON: () => 'Die Disposition wartet nicht mehr',
    LEFT_OUT: () => 'Der Auftrag blieb ohne Tour',
    FROM_SHOP: () => 'Der Auftrag kam aus einem Shop',
    FROM_RECURRING_ORDER: () => 'Der Auftrag entstand aus einem wiederkehrenden Auftrag',
    NEEDS_ATTENTION: ({ field }) => `Der Auftrag braucht Aufmerksamkeit: ${field}`,
  } as Sentences,
  because: {
    PROVIDER_ORDER: ({ strategy, order }) => `Die Strategie „${strategy}“ versucht Zustelldienste ${order}.`,
    RULE_CHOSE_STRATEGY: ({ rule }) => `Die Regel „${rule}“ hat die Strategie gewählt.`,
    STRATEGY_TOOK_OVER: ({ strategy }) =>
      `Die Strategie „${strategy}“ übernahm, weil die vorige keinen Zustelldienst fand oder keinen Versuch mehr hatte.`,
    SELECTED_BY_CALLER: () => 'Jemand hat dieses Angebot ausgewählt, unabhängig von der Rangfolge.',
    NEXT_RANK: ({ rank }) =>
      `Rang ${rank} wurde gewählt, weil die Zustelldienste davor schon versucht worden waren.`,
    RANKED: ({ providerName, rank, details }) => `${providerName} hat Rang ${rank}: ${details}.`,
    ABOVE_LIMIT: ({ providerName, price, limit }) =>
      `${providerName} verlangt ${price}, mehr als die Grenze von ${limit}.`,
    UNAVAILABLE: ({ providerName, errorMessage }) =>
      `${providerName} kann nicht gewählt werden: ${errorMessage}`,
    WAITS_FOR_WORKFLOWS: () => 'Die Strategie wartet auf die Workflows, die der Auftrag auslöst.',
    WORKFLOWS_ENDED: () => 'Die Workflows sind beendet.',
    WAIT_EXPIRED: () => 'Die Wartezeit für die Workflows ist abgelaufen.',
    STARTED_BY: ({ startedBy }) => `Auslöser des Workflows: ${startedBy}.`,
    ORDER_OF_SHOP: ({ shopOrderId }) => `Seine Nummer im Shop ist ${shopOrderId}.`,
    OCCURRENCE: ({ date }) => `Es ist der Termin vom ${date}.`,
  } as Sentences,
  /** Parts of a ranking. */
  details: {
    arrival: ({ at }) => `Ankunft ${at}`,
    reliability: ({ percent, count }) => `${percent} zuverlässig bei ${count} Lieferungen`,
    assumed: ({ percent }) => `${percent} Pünktlichkeit angenommen`,
    onTime: ({ percent, count }) => `${percent} pünktlich bei ${count} Lieferungen`,
    against: ({ percent }) => `der andere ${percent}`,
    late: ({ minutes, weighed }) => `${minutes} Minuten Verspätung erwartet, damit ${weighed}`,
    weight: ({ weight }) => `Gewicht ${weight}`,
    triedOut: () => 'zum Messen ausprobiert',
  } as Sentences,
  orders: {
    cheapest: 'nach dem niedrigsten Preis',
    preferred_order: 'in der Reihenfolge der erlaubten Zustelldienste',
    fastest: 'nach der frühesten Ankunft',
    most_reliable: 'nach Zuverlässigkeit',
    weighted: 'zufällig, nach Gewicht und Zuverlässigkeit',
    dynamic: 'nach Preis und erwarteter Verspätung zusammen',
  } as Readonly<Record<string, string>>,
  statuses: {
    completed_filter_success: 'Bedingung erfüllt',
    completed_filter_negative: 'Bedingung nicht erfüllt',
    completed_filter_error: 'Bedingung war nicht prüfbar',
    completed: 'erledigt',
    failed: 'fehlgeschlagen',
    paused: 'wartet',
    ready_to_resume: 'geht gleich weiter',
  } as Readonly<Record<string, string>>,
  by: {
    rule: 'Prüfung der Aufträge',
    caller: 'Ausgewähltes Angebot',
    optimization: 'Optimierung',
    waits: 'Automatische Disposition',
  } as Readonly<Record<string, string>>,
};
