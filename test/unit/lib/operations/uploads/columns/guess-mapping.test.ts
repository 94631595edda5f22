import { describe, expect, it } from 'vitest';
import { guessMapping } from '../../../../../../lib/operations/uploads/columns/guess-mapping.ts';

describe('4.8 CSV upload: mapping', () => {
  it('is guessed from exact names, labels and names that mean the same, each field once', () => {
    expect(
      guessMapping(
        ['externalId', 'Order ID', 'Customer name', 'Pickup street', 'Lat', 'Notes', 'Colour'],
        [],
      ),
    ).toEqual({
      externalId: 'externalId',
      'Order ID': null,
      'Customer name': 'dropoffFirstName',
      'Pickup street': 'pickupAddressFormattedStreet',
      Lat: 'dropoffLat',
      Notes: 'dropoffInstructions',
      Colour: null,
    });
    expect(guessMapping(['orderMetadata.dock'], [])).toEqual({ 'orderMetadata.dock': 'orderMetadata.dock' });
  });
});

describe('4.8 CSV upload: names of columns', () => {
  it.each([
    {
      Auftragsnummer: 'externalId',
      Vorname: 'dropoffFirstName',
      Nachname: 'dropoffLastName',
      Straße: 'dropoffAddressFormattedStreet',
      PLZ: 'dropoffAddressZip',
      Empfängerort: 'dropoffAddressCity',
      'E-Mail': 'dropoffEmail',
      Lieferdatum: 'dropoffDate',
      Zeitfenster: 'dropoffWindow',
      'Gewicht (kg)': 'weight',
      Abholadresse: 'pickupAddress',
      Währung: 'currency',
    },
    {
      'Nº de pedido': 'externalId',
      'Nombre del cliente': 'dropoffFirstName',
      'Dirección de entrega': 'dropoffAddress',
      'Código postal': 'dropoffAddressZip',
      'Hora inicio': 'dropoffStartTime',
      'Hora fin': 'dropoffEndTime',
      'Dirección de recogida': 'pickupAddress',
      Bultos: 'itemsCount',
    },
    {
      'N° de commande': 'externalId',
      'Nom du client': 'dropoffFirstName',
      'Adresse de livraison': 'dropoffAddress',
      Ville: 'dropoffAddressCity',
      'Adresse d’enlèvement': 'pickupAddress',
      Créneau: 'dropoffWindow',
    },
    {
      'Pickup name': 'pickupFirstName',
      'Pickup location': 'pickupAddress',
      'Dropoff town': 'dropoffAddressCity',
    },
  ])('are known in several languages, with and without the side: %j', (fields) => {
    expect(guessMapping(Object.keys(fields), [])).toEqual(fields);
  });
});

describe('43 1.1 the id of an order', () => {
  it('is what a column holds only if its cells look like one', () => {
    expect(guessMapping(['id', 'Address'], [['ord_01', 'x']])).toMatchObject({ id: 'id' });
    expect(guessMapping(['id', 'Address'], [['1001', 'x']])).toMatchObject({ id: 'externalId' });
  });
});
