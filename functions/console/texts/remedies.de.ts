import type { texts as english } from './remedies.en.ts';
import type { Translation } from './translation.ts';

const plural = (count: string | undefined, one: string, many: string) => (count === '1' ? one : many);

/** German texts: what is enough for an order that a plan left out. */
export const texts: Translation<typeof english> = {
  remedy: {
    title: 'Was sich ändert',
    what: 'Wert',
    present: 'Bisher',
    next: 'Neu',
    apply: 'Ändern und neu planen',
    applied: 'Geändert. Die Aufträge werden neu geplant.',
    undone: 'Die Änderung ist rückgängig gemacht. Planen Sie neu, um die Aufträge ohne sie zu sehen.',
    thenPlanned:
      'Danach werden die Aufträge dieses Laufs neu geplant, zusammen mit seinen gespeicherten Touren.',
    outdated: (name: string) =>
      `${name} wurde seit diesem Lauf geändert, die Abhilfe passt vielleicht nicht mehr. Planen Sie neu.`,
    spares: 'Anderes Fahrzeug:',
    spare: (name: string, driver: string | null) =>
      driver ? `${name} (${driver}) einsetzen` : `${name} einsetzen`,
    spareHelp: 'Plant auch mit diesem Fahrzeug neu. Nichts ändert sich, bevor die Touren gespeichert werden.',
    plannedWith: (name: string) =>
      `Es wird mit ${name} neu geplant. Speichern Sie die Touren, um den Plan zu behalten.`,
    noSpare: 'Kein anderes Fahrzeug ist zu dieser Zeit frei und könnte ihn mitnehmen.',
    addVehicle: 'Fahrzeug anlegen',
    plannedAgain: 'Es wird neu geplant. Speichern Sie die Touren, um den Plan zu behalten.',
    fields: {
      dropoffEndTime: 'Ende des Lieferfensters',
      pickupEndTime: 'Ende des Abholfensters',
      plannedEnd: 'Ende der Schicht',
      weight: 'Gewichtsgrenze',
      maxDistance: 'Streckengrenze',
      maxDuration: 'Zeitgrenze (Stunden)',
      maxStops: 'Höchstzahl der Stopps',
      capabilities: 'Fähigkeiten',
      mxLabel: 'Ausschlussmerkmal',
      leaveOutCents: 'Preis des Weglassens',
    },
  },
  /** Why an order has no route, by the codes of the API. */
  leftOut: {
    CAPACITY: 'Kein Fahrzeug hat neben den anderen Aufträgen Platz dafür.',
    TIME_WINDOW: 'Kein Fahrzeug kann neben den anderen Aufträgen innerhalb der Zeitfenster ankommen.',
    SHIFT: 'Keine Schicht ist neben den anderen Aufträgen lang genug dafür.',
    CAPABILITY: 'Kein Fahrzeug mit den nötigen Fähigkeiten kann ihn neben den anderen Aufträgen mitnehmen.',
    EXCLUSION: 'Auf jeder Tour, die ihn mitnehmen könnte, ist ein Auftrag mit demselben Ausschlussmerkmal.',
    DISTANCE_LIMIT: 'Jedes Fahrzeug würde weiter fahren, als es darf.',
    DURATION_LIMIT: 'Jedes Fahrzeug wäre länger unterwegs, als es darf.',
    STOP_LIMIT: 'Jedes Fahrzeug hat schon die Höchstzahl an Stopps.',
    ORDER_LIMIT:
      'Die Fahrzeuge haben die Höchstzahl an Aufträgen, oder sie hätten weniger als die Mindestzahl.',
    SEQUENCE: 'Seine Reihenfolge oder Gruppe lässt keinen Platz dafür.',
    LOCK: 'Er ist an ein Fahrzeug oder einen Ort gebunden, der ihn nicht aufnehmen kann.',
    UNREACHABLE: 'Dorthin führt keine Straße.',
    NO_VEHICLE: 'Jedes Fahrzeug, das ihn mitnehmen könnte, ist im Einsatz.',
    PRICE: 'Ihn auszulassen ist billiger, als ihn zuzustellen.',
    NOT_TRIED: 'Die Zeit lief ab, bevor es versucht wurde.',
    CAPACITY_ALONE: 'Der Auftrag ist für jedes Fahrzeug zu groß.',
    TIME_WINDOW_ALONE:
      'Kein Fahrzeug kann innerhalb seines Zeitfensters ankommen, auch nicht ohne andere Aufträge.',
    SHIFT_ALONE: 'Keine Schicht ist lang genug dafür, auch nicht ohne andere Aufträge.',
    CAPABILITY_ALONE: 'Kein Fahrzeug hat die Fähigkeiten, die der Auftrag braucht.',
    DISTANCE_LIMIT_ALONE: 'Er ist weiter entfernt, als irgendein Fahrzeug fahren darf.',
    DURATION_LIMIT_ALONE: 'Er dauert länger, als irgendein Fahrzeug unterwegs sein darf.',
    NOT_LOOKED_INTO: 'Die Zeit lief ab, bevor klar war, was ihn von den Touren fernhält.',
    FREE_ELSEWHERE:
      'Die Fahrzeuge in der Nähe sind alle im Einsatz. Gleiche sind frei, aber die Aufträge wurden in Teilen geplant, und mit ihnen wurde es nicht versucht.',
    FITS_NOWHERE: 'Er passt nirgends hinein.',
  },
  /** What is enough for it, step by step. */
  steps: {
    RAISE_WEIGHT_LIMIT: ({ vehicle, amount, unit }) =>
      `Gewichtsgrenze von ${vehicle} um ${amount} ${unit} erhöhen.`,
    RAISE_CARGO_SPACE: ({ vehicle, amount, unit }) => `Laderaum von ${vehicle} um ${amount} ${unit} erhöhen.`,
    RAISE_ROOM: ({ vehicle, dimension, amount }) =>
      `Platz für ${dimension} von ${vehicle} um ${amount} erhöhen.`,
    END_SHIFT_LATER: ({ vehicle, minutes }) =>
      `Schicht von ${vehicle} ${minutes} ${plural(minutes, 'Minute', 'Minuten')} später enden lassen.`,
    RAISE_DISTANCE_LIMIT: ({ vehicle, distance }) => `Streckengrenze von ${vehicle} um ${distance} erhöhen.`,
    RAISE_DURATION_LIMIT: ({ vehicle, hours }) =>
      `Zeitgrenze von ${vehicle} um ${hours} ${plural(hours, 'Stunde', 'Stunden')} erhöhen.`,
    RAISE_STOP_LIMIT: ({ vehicle, stops }) => `Höchstzahl der Stopps von ${vehicle} um ${stops} erhöhen.`,
    RAISE_ORDER_LIMIT: ({ vehicle, orders }) =>
      `Höchstzahl der Aufträge auf der Tour von ${vehicle} um ${orders} erhöhen.`,
    LOWER_ORDER_MINIMUM: ({ vehicle, orders }) =>
      `Mindestzahl der Aufträge auf der Tour von ${vehicle} auf ${orders} senken.`,
    ADD_CAPABILITY: ({ vehicle, capability }) => `${vehicle} die Fähigkeit ${capability} geben.`,
    ADD_CAPABILITIES: ({ vehicle, capability }) => `${vehicle} die Fähigkeiten ${capability} geben.`,
    REMOVE_EXCLUSION_LABEL: ({ label }) => `Sein Ausschlussmerkmal ${label} entfernen.`,
    REMOVE_PRIORITY: () => 'Seine Reihenfolge entfernen.',
    REMOVE_CLUSTER_LABEL: ({ label }) => `Seine Gruppenmarke ${label} entfernen.`,
    LEAVE_SEQUENCE_GROUP: ({ group }) => `Ihn aus der Reihenfolgegruppe ${group} nehmen.`,
    REMOVE_LEAVE_OUT_PRICE: () => 'Seinen Preis des Weglassens entfernen.',
    ADD_VEHICLES: () => 'Dem Lauf eine Fahrergruppe mit Fahrzeugen geben.',
    ADD_VEHICLE_LIKE: ({ vehicle }) => `Ein Fahrzeug wie ${vehicle} anlegen.`,
    SEARCH_LONGER: () => 'Suchstufe der Strategie erhöhen oder weniger Aufträge auf einmal planen.',
    UNLOCK: () => 'Ihn entsperren.',
    END_PICKUP_WINDOW_LATER: ({ order, minutes }) =>
      `${order ? `Abholfenster von Auftrag ${order}` : 'Sein Abholfenster'} ${minutes} ${plural(minutes, 'Minute', 'Minuten')} später enden lassen.`,
    END_DELIVERY_WINDOW_LATER: ({ order, minutes }) =>
      `${order ? `Lieferfenster von Auftrag ${order}` : 'Sein Lieferfenster'} ${minutes} ${plural(minutes, 'Minute', 'Minuten')} später enden lassen.`,
  },
};
