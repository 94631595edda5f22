import type { texts as english } from './problems.en.ts';
import type { Translation } from './translation.ts';

/** German texts: what an order lacks, in the words of its form. */
export const texts: Translation<typeof english> = {
  check: {
    ready: 'Der Auftrag kann disponiert werden.',
    missing: 'So gespeichert, kann der Auftrag noch nicht disponiert werden:',
  },
  missing: {
    valueCents: 'Geben Sie den Wert der Waren ein.',
    pickupPhoneNumber: 'Geben Sie die Telefonnummer der Abholung ein.',
    dropoffPhoneNumber: 'Geben Sie die Telefonnummer des Empfängers ein.',
    deliveryMode: 'Wählen Sie, ob sofort oder zu einer festen Zeit geliefert wird.',
    pickupFirstName: 'Geben Sie den Namen der Firma an der Abholung ein.',
    dropoffFirstName: 'Geben Sie den Vornamen des Empfängers ein.',
    pickupAddress: 'Wählen Sie eine Filiale, oder geben Sie die Adresse der Abholung ein.',
    dropoffAddress: 'Geben Sie die Adresse des Empfängers ein.',
    pickupStartTime: 'Geben Sie das Abholfenster ein.',
    dropoffEndTime: 'Geben Sie das Zustellfenster ein.',
  },
  ofStore: {
    pickupPhoneNumber:
      'Diese Filiale hat keine Telefonnummer. Geben Sie sie dort ein, oder wählen Sie eine andere Abholung.',
    pickupFirstName:
      'Diese Filiale hat keinen Namen. Geben Sie ihn dort ein, oder wählen Sie eine andere Abholung.',
    pickupAddress:
      'Diese Filiale hat keine Adresse. Geben Sie sie dort ein, oder wählen Sie eine andere Abholung.',
  },
  wrong: {
    'value-is-positive': 'Geben Sie einen Wert über 0 ein.',
    'items-are-counted': 'Geben Sie 1 oder mehr ein.',
    'emails-are-addresses': 'Geben Sie eine E-Mail-Adresse ein, etwa ada@example.com.',
    'phones-are-numbers': 'Geben Sie eine Telefonnummer in internationaler Form ein, etwa +14155550100.',
    'delivery-mode-is-known': 'Wählen Sie etwas aus der Liste.',
    'names-are-short': 'Das ist zu lang. Kürzen Sie es.',
    'lines-are-short': 'Das ist zu lang. Kürzen Sie es.',
    'texts-are-short': 'Das ist zu lang. Kürzen Sie es.',
    'address-is-found': 'Diese Adresse ist nicht auf der Karte. Korrigieren Sie sie.',
    'address-is-exact':
      'Diese Adresse ist nicht genau genug. Geben Sie die Straße mit Hausnummer und den Ort ein.',
    'address-is-one': 'Der Auftrag hat schon eine andere Adresse. Leeren Sie diese.',
    'address-is-whole': 'Ein Teil dieser Adresse fehlt. Geben Sie die ganze Adresse ein.',
    'address-can-be-looked-up':
      'Diese Adresse lässt sich gerade nicht nachschlagen. Speichern Sie sie später noch einmal.',
    'coordinates-are-on-earth': 'Diese Adresse ist nicht auf der Karte. Korrigieren Sie sie.',
    'coordinates-are-meant': 'Diese Adresse ist nicht auf der Karte. Korrigieren Sie sie.',
    'sides-differ': 'Abholung und Lieferung haben dieselbe Adresse. Geben Sie eine andere ein.',
    'countries-are-codes': 'Das Land dieser Adresse ist unbekannt. Geben Sie eine andere Adresse ein.',
    'countries-match':
      'Die Lieferung liegt in einem anderen Land als die Abholung. Geben Sie eine andere Adresse ein.',
    'distance-is-within-cap':
      'Das ist weiter von der Abholung entfernt, als Ihre Organisation liefert. Geben Sie eine nähere Adresse ein.',
    'times-can-be-read': 'Geben Sie ein Datum und eine Uhrzeit ein.',
    'times-are-not-past': 'Diese Zeit ist vorbei. Geben Sie eine spätere ein.',
    'windows-have-not-passed': 'Dieses Fenster ist vorbei. Geben Sie ein späteres ein.',
    'windows-end-after-they-start': 'Dieses Ende liegt nicht nach dem Beginn. Geben Sie ein späteres ein.',
    'other-windows-can-be-read':
      'Geben Sie bis zu 10 Fenster ein, jedes wie im Beispiel und mit dem Ende nach dem Beginn, neben einem ersten Fenster.',
    'dropoff-follows-pickup': 'Das liegt vor dem Beginn der Abholung. Geben Sie eine spätere Zeit ein.',
    'strategy-exists': 'Diese Strategie gibt es nicht mehr. Wählen Sie eine andere.',
    'store-exists': 'Diese Filiale gibt es nicht mehr. Wählen Sie eine andere.',
    'store-is-not-restricted':
      'Eine Einschränkung einer Zone schließt diese Filiale aus. Wählen Sie eine andere.',
    'store-hands-over':
      'Diese Filiale ist zu dieser Zeit geschlossen. Geben Sie andere Zeiten ein, oder wählen Sie eine andere Filiale.',
    'store-has-room':
      'Diese Filiale nimmt an dem Tag keine Aufträge mehr an. Geben Sie einen anderen Tag ein, oder wählen Sie eine andere Filiale.',
    'tags-are-delivered-there':
      'Eines davon wird an diese Adresse nicht geliefert. Lassen Sie es weg, oder geben Sie eine andere Adresse ein.',
  },
  refused: {
    number: 'Geben Sie eine ganze Zahl ein.',
    money: 'Geben Sie einen Betrag ein.',
    list: 'Einer dieser Werte kann nicht verwendet werden. Korrigieren Sie ihn.',
    other: 'Dieser Wert kann nicht verwendet werden. Korrigieren Sie ihn.',
  },
};
