import type { texts as english } from './outgoing.en.ts';
import type { Translation } from './translation.ts';

/** German texts: webhooks and strategies. */
export const texts: Translation<typeof english> = {
  words: {
    dynamic: 'Dynamisch',
    'most reliable': 'Der zuverlässigste',
    'preferred order': 'Nach Rangfolge',
    weighted: 'Gewichtet',
    dispatch: 'Disponieren',
  },
  webhooks: {
    endpoints: 'Endpunkte',
    messages: 'Nachrichten',
    create: 'Neuer Endpunkt',
    empty: 'Noch keine Endpunkte',
    emptyText: 'Ein Endpunkt erhält für jedes seiner Ereignisse eine HTTPS-Anfrage.',
    noMessages: 'Noch keine Nachrichten',
    noMessagesText: 'Nachrichten erscheinen hier, wenn ein Ereignis eintritt, das ein Endpunkt gewählt hat.',
    events: 'Ereignisse',
    eventsHelp: 'Wählen Sie keines, um alle zu erhalten.',
    all: 'Alle',
    tag: 'Schlagwort',
    enable: 'Einschalten',
    disable: 'Ausschalten',
    reason: 'Grund der Abschaltung',
    removeQuestion: 'Er erhält keine Nachrichten mehr.',
    rotateQuestion:
      '24 Stunden lang werden Nachrichten mit dem alten und dem neuen Geheimnis signiert. Ändern Sie es bis dahin beim Empfänger.',
    attempts: 'Versuche',
    noAttempts: 'Noch keine Versuche',
    noAttemptsText: 'Diese Nachricht wurde noch nicht gesendet.',
    replay: 'Erneut senden',
    outcome: 'Ergebnis',
    outcomes: [
      ['fail', 'Nicht angenommen'],
      ['success', 'Angenommen'],
    ],
    rate: (failed: number, all: number) => `${failed} der letzten ${all} nicht angenommen`,
    attemptCount: (number: number) => `${number} ${number === 1 ? 'Versuch' : 'Versuche'}`,
    test: 'Test',
    testHelp: 'Sendet ein Beispiel eines Ereignisses, signiert wie jedes andere.',
    send: 'Test senden',
    testSent: 'Der Test ist unterwegs.',
    verify: 'Signatur prüfen',
    verifyHelp:
      'Mit dem typisierten Client, in Node. Andere Sprachen: jede Bibliothek für Standard Webhooks.',
    snippet: `import { verifyWebhook } from 'delivery-orchestration-client';

// Der Inhalt, wie er kam, bevor er gelesen wird.
const message = verifyWebhook(body, request.headers, process.env.WEBHOOK_SECRET);`,
  },
  strategies: {
    create: 'Neue Strategie',
    empty: 'Noch keine Strategien',
    emptyText:
      'Aufträge ohne Strategie gehen an den günstigsten Zustelldienst. Legen Sie eine an, um selbst zu entscheiden.',
    mode: 'Wählt',
    auto: 'Disponiert von selbst',
    reassign: 'Versucht nach einem Fehler einen anderen Zustelldienst',
    leadTime: 'Minuten vor der Abholung',
    driverTimeout: 'Minuten, die auf einen Fahrer gewartet wird',
    lateMinute: 'Was eine Minute Verspätung kostet',
    exploration: 'Anteil der Dispositionen, die einen Zustelldienst ausprobieren',
    explorationHelp: 'Von 0 bis 0,5, zum Beispiel 0,05. Wer nie gewählt wird, wird nie gemessen.',
    workflowWait: 'Sekunden, die auf Workflows gewartet wird',
    afterWorkflowWait: 'Wenn sie länger brauchen',
    limitFee: 'Liefergebühr begrenzen',
    escalate: 'Wenn kein Zustelldienst passt, weiter mit',
    everyProvider: 'Alle',
    removeQuestion: 'Aufträge, die sie nennen, werden dann nach den Regeln disponiert.',
    evaluate: 'Disposition ausprobieren',
    evaluateText: 'Zeigt, welcher Zustelldienst gewählt würde und warum. Es wird nichts gebucht.',
    priceOf: (provider: string) => `Preis von ${provider}`,
    quotesHelp: 'Ein Zustelldienst ohne Preis nimmt nicht teil.',
    explain: 'Erklären',
  },
};
