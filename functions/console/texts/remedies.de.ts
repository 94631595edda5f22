import type { texts as english } from './remedies.en.ts';
import type { Translation } from './translation.ts';

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
};
