import type { texts as english } from './measures.en.ts';
import type { Translation } from './translation.ts';

/** German texts: names of measures and of their parts. */
export const texts: Translation<typeof english> = {
  words: {
    orders: 'Angelegte Aufträge',
    'orders-by-status': 'Aufträge nach Status',
    deliveries: 'Zugestellte Pakete',
    'attempts-by-end': 'Versuche nach ihrem Ausgang',
    cancellations: 'Stornierungen',
    'on-time': 'Pünktlich',
    punctuality: 'Früh und spät',
    lateness: 'Verspätung später Pakete',
    earliness: 'Verfrühung früher Pakete',
    'first-attempt-success': 'Erfolg beim ersten Versuch',
    'time-to-assignment': 'Zeit bis zur Zuweisung',
    'time-to-pickup': 'Zeit bis zur Abholung',
    'time-to-delivery': 'Zeit bis zur Zustellung',
    cost: 'Kosten',
    'cost-per-delivery': 'Kosten je Zustellung',
    'cost-per-km': 'Kosten nach Strecke',
    'cost-against-quote': 'Kosten gegenüber dem Angebot',
    failovers: 'Wechsel des Zustelldienstes',
    acceptance: 'Annahme durch Zustelldienste',
    'proof-rate': 'Mit Nachweis',
    'window-bookings': 'Buchungen von Zeitfenstern',
    'window-use': 'Auslastung der Zeitfenster',
    'window-refusals': 'Absagen von Zeitfenstern',
    rating: 'Bewertung',
    'low-ratings': 'Schlechte Bewertungen',
    'workflow-runs': 'Läufe von Workflows',
    'workflow-effects': 'Wirkungen von Workflows',
    'workflow-deliveries': 'Lieferungen von Workflows',
    notifications: 'Benachrichtigungen',
    'notifications-delivered': 'Zugestellte Benachrichtigungen',
    'notifications-by-channel': 'Benachrichtigungen nach Kanal',
    incidents: 'Vorfälle',
    'incident-rate': 'Anteil der Vorfälle',
    'refunds-asked': 'Beantragte Erstattungen',
    'refunds-granted': 'Bewilligte Erstattungen',
    'refund-success': 'Erfolg der Erstattungen',
    routes: 'Gefahrene Touren',
    'stops-per-hour': 'Stopps je Stunde',
    'stops-on-time': 'Pünktliche Stopps',
    'stops-skipped': 'Übersprungene Stopps',
    'stops-in-order': 'Stopps in geplanter Reihenfolge',
    dwell: 'Zeit an einem Stopp',
    'route-distance': 'Geplante Strecke',
    'driven-distance': 'Gefahrene Strecke',
    'distance-against-planned': 'Gefahrene gegenüber geplanter Strecke',
    'routes-tracked': 'Touren mit bekanntem Weg',
    'driven-against-planned': 'Gebrauchte gegenüber geplanter Zeit',
    created: 'Angelegt',
    needs_attention: 'Brauchen Aufmerksamkeit',
    dispatch_failure: 'Nicht disponiert',
    canceled: 'Storniert',
    archived: 'Archiviert',
    delivered: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    returned: 'Zurückgegeben',
    expired: 'Abgelaufen',
    canceled_by_provider: 'Vom Zustelldienst storniert',
    canceled_by_customer: 'Vom Kunden storniert',
    canceled_by_system: 'Vom System storniert',
    canceled_for_other_provider: 'Für anderen Zustelldienst storniert',
    provider: 'Zustelldienst',
    customer: 'Kunde',
    system: 'System',
    other_provider: 'Anderer Zustelldienst',
    early_more_than_15: 'Mehr als 15 min früh',
    early_up_to_15: 'Bis 15 min früh',
    on_time: 'Pünktlich',
    late_up_to_15: 'Bis 15 min spät',
    late_up_to_30: 'Bis 30 min spät',
    late_up_to_60: 'Bis 60 min spät',
    late_more_than_60: 'Mehr als 60 min spät',
    booked: 'Gebucht',
    confirmed: 'Bestätigt',
    released: 'Freigegeben',
    full: 'Voll',
    closed: 'Geschlossen',
    unfit: 'Passt nicht',
    completed: 'Abgeschlossen',
    cancelled: 'Abgebrochen',
    changes: 'Änderungen',
    messages: 'Nachrichten',
    requests: 'Anfragen',
    sent: 'Gesendet',
    suppressed: 'Unterdrückt',
    email: 'E-Mail',
    sms: 'SMS',
    whatsapp: 'WhatsApp',
    slack: 'Slack',
    teams: 'Teams',
    webhook: 'Webhook',
  },
  definitions: {
    orders: 'Aufträge, die im Zeitraum angelegt wurden.',
    'orders-by-status':
      'Aufträge, die im Zeitraum einen Status bekamen, jedes Mal gezählt: angelegt, brauchen Aufmerksamkeit, nicht disponiert, storniert oder archiviert.',
    deliveries: 'Pakete, die im Zeitraum zugestellt wurden.',
    'attempts-by-end': 'Versuche von Zustelldiensten, die im Zeitraum endeten, nach ihrem Ausgang.',
    cancellations: 'Versuche, die im Zeitraum storniert wurden, danach, wer sie stornierte.',
    'on-time':
      'Anteil der zugestellten Pakete mit zugesagtem Zeitfenster, die darin ankamen. Anfang und Ende des Zeitfensters zählen mit.',
    punctuality:
      'Zugestellte Pakete mit zugesagtem Zeitfenster danach, wie weit davor oder danach sie ankamen: bis zu 15, 30 oder 60 Minuten zu früh oder zu spät, oder mehr.',
    lateness:
      'Um wie viele Minuten späte Pakete nach ihrem Zeitfenster ankamen, im Durchschnitt der späten Pakete.',
    earliness:
      'Um wie viele Minuten frühe Pakete vor ihrem Zeitfenster ankamen, im Durchschnitt der frühen Pakete.',
    'first-attempt-success':
      'Anteil der Pakete, die der erste Versuch zustellte, an allen Paketen, deren Lieferung zu Ende ist.',
    'time-to-assignment':
      'Minuten vom Auftrag bis zur Zuweisung eines Fahrers, im Durchschnitt der zugestellten Pakete.',
    'time-to-pickup': 'Minuten vom Auftrag bis zur Abholung, im Durchschnitt der zugestellten Pakete.',
    'time-to-delivery': 'Minuten vom Auftrag bis zur Zustellung, im Durchschnitt der zugestellten Pakete.',
    cost: 'Was die Versuche kosteten, die im Zeitraum endeten: der ganze Preis, wenn das Paket abgeholt wurde, sonst nur Gebühren, die der Zustelldienst berechnet hat.',
    'cost-per-delivery':
      'Kosten aller Versuche, auch der gescheiterten, geteilt durch die Zahl der zugestellten Pakete.',
    'cost-per-km':
      'Kosten der Versuche, die das Paket abholten, geteilt durch ihre Fahrstrecke, soweit sie bekannt ist.',
    'cost-against-quote':
      'Kosten der Versuche, die das Paket abholten, geteilt durch das, was ihre Angebote sagten. 1 ist wie angeboten.',
    failovers: 'Anteil der Versuche nach dem ersten eines Pakets an allen Versuchen, die endeten.',
    acceptance:
      'Anteil der Versuche, die der Zustelldienst annahm, an allen, um die er gebeten wurde. Versuche, die vor seiner Antwort zurückgezogen wurden, zählen nicht.',
    'proof-rate':
      'Anteil der zugestellten Pakete mit irgendeinem Nachweis, etwa einem Foto, einer Unterschrift oder dem richtigen Code.',
    'window-bookings':
      'Was im Zeitraum mit Plätzen in Zeitfenstern geschah: gebucht, bestätigt oder freigegeben, weil die Buchung zurückgenommen wurde, ablief oder in ein anderes Zeitfenster wechselte.',
    'window-use':
      'Anteil der Plätze, die bei Annahmeschluss belegt waren, an allen Plätzen der Zeitfenster, die mindestens einmal gebucht wurden und deren Annahmeschluss im Zeitraum lag. Zeitfenster ohne Grenze zählen nicht.',
    'window-refusals':
      'Wie oft ein Auftrag im Zeitraum ein Zeitfenster wollte und nicht bekam: Es war voll, es war geschlossen (abgeschaltet, nach Annahmeschluss oder zu kurzfristig), oder der Auftrag passte nicht hinein (etwa wegen Zone, Filiale, Schlagwörtern oder Wert).',
    rating:
      'Bewertungen von 0 bis 5, die Empfänger im Zeitraum gaben, im Durchschnitt. Bei mehreren Bewertungen einer Lieferung zählt die letzte, zur Zeit der ersten.',
    'low-ratings':
      'Anteil der Lieferungen mit einer Bewertung unter 3 an allen, die im Zeitraum bewertet wurden.',
    'workflow-runs':
      'Läufe von Workflows, die im Zeitraum begannen, nach ihrem Ausgang. Tests zählen nicht, ebenso wenig Läufe während des Anlegens oder Änderns eines Auftrags und solche, die vor dem ersten Schritt abgelehnt wurden.',
    'workflow-effects':
      'Was dieselben Läufe taten: Änderungen an Aufträgen, Lieferungen und Touren, Nachrichten, und Anfragen an andere Dienste oder an Modelle.',
    'workflow-deliveries':
      'Lieferungen, um die es in denselben Läufen ging, einmal je Lauf. Wie sie ausgingen, sagen die Kennzahlen der Lieferungen, aufgeteilt nach Workflow.',
    notifications:
      'Nachrichten, die im Zeitraum entstanden, danach, was aus ihnen wurde: zugestellt, wie der Kanal bestätigt hat, gesendet, ohne dass der Kanal sich gemeldet hat, fehlgeschlagen oder von der Sperrliste zurückgehalten. Solche, die noch unterwegs sind, zählen noch nicht.',
    'notifications-delivered':
      'Anteil der gesendeten oder zugestellten Nachrichten an diesen und den fehlgeschlagenen.',
    'notifications-by-channel':
      'Nachrichten, die im Zeitraum entstanden und gesendet oder zugestellt wurden, nach ihrem Kanal.',
    incidents: 'Vorfälle, die im Zeitraum gemeldet wurden.',
    'incident-rate':
      'Vorfälle, die im Zeitraum gemeldet wurden, geteilt durch die Pakete, die darin zugestellt wurden.',
    'refunds-asked': 'Summe der Erstattungen, die im Zeitraum beantragt wurden.',
    'refunds-granted': 'Summe der Erstattungen, die im Zeitraum bewilligt wurden.',
    'refund-success':
      'Anteil der Anträge auf Erstattung, die wenigstens zum Teil bewilligt wurden, an allen, über die im Zeitraum entschieden wurde.',
    routes: 'Touren, die im Zeitraum endeten: abgeschlossen, oder gescheitert, weil nichts zugestellt wurde.',
    'stops-per-hour':
      'Abgeschlossene Stopps der Touren, die im Zeitraum endeten, geteilt durch die Stunden von der Abfahrt bis zum Ende.',
    'stops-on-time':
      'Anteil der abgeschlossenen Stopps, die spätestens fünf Minuten nach ihrer geplanten Zeit erreicht wurden.',
    'stops-skipped': 'Anteil der Stopps, die am Ende ihrer Tour noch übersprungen waren, an allen Stopps.',
    'stops-in-order':
      'Anteil der abgeschlossenen Stopps, die nach dem davor geplanten erreicht wurden, an allen abgeschlossenen Stopps, vor denen einer geplant war.',
    dwell:
      'Minuten von der Ankunft des Fahrers an einem Stopp bis zum Ende der Arbeit dort, im Durchschnitt.',
    'route-distance': 'Geplante Kilometer der Touren, die im Zeitraum endeten, im Durchschnitt.',
    'driven-distance':
      'Kilometer von der Abfahrt bis zum letzten Stopp der Touren, die im Zeitraum endeten, nach den Positionen des Fahrers, im Durchschnitt. Touren mit mehr als fünf Minuten Fahrt ohne Position zählen nicht.',
    'distance-against-planned':
      'Gefahrene Strecke derselben Touren, geteilt durch die geplante. 1 ist wie geplant, mehr ist länger.',
    'routes-tracked':
      'Anteil der Touren, deren gefahrene Strecke bekannt ist, an allen Touren, die im Zeitraum endeten.',
    'driven-against-planned':
      'Zeit von der Abfahrt bis zum Ende der Touren, geteilt durch die dafür geplante. 1 ist wie geplant, mehr ist langsamer.',
  },
};
