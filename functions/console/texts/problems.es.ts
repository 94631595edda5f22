import type { texts as english } from './problems.en.ts';
import type { Translation } from './translation.ts';

/** Spanish texts: what an order lacks, in the words of its form. */
export const texts: Translation<typeof english> = {
  check: {
    ready: 'El pedido se puede despachar.',
    missing: 'Guardado así, el pedido todavía no se puede despachar:',
  },
  missing: {
    valueCents: 'Introduzca el valor de la mercancía.',
    pickupPhoneNumber: 'Introduzca el teléfono de la recogida.',
    dropoffPhoneNumber: 'Introduzca el teléfono del destinatario.',
    deliveryMode: 'Elija si se entrega ahora o a una hora fijada.',
    pickupFirstName: 'Introduzca el nombre de la empresa de la recogida.',
    dropoffFirstName: 'Introduzca el nombre del destinatario.',
    pickupAddress: 'Elija una tienda o introduzca la dirección de la recogida.',
    dropoffAddress: 'Introduzca la dirección del destinatario.',
    pickupStartTime: 'Introduzca la franja de recogida.',
    dropoffEndTime: 'Introduzca la franja de entrega.',
  },
  ofStore: {
    pickupPhoneNumber: 'Esta tienda no tiene teléfono. Introdúzcalo en la tienda o elija otra recogida.',
    pickupFirstName: 'Esta tienda no tiene nombre. Introdúzcalo en la tienda o elija otra recogida.',
    pickupAddress: 'Esta tienda no tiene dirección. Introdúzcala en la tienda o elija otra recogida.',
  },
  wrong: {
    'value-is-positive': 'Introduzca un valor mayor que 0.',
    'items-are-counted': 'Introduzca 1 o más.',
    'emails-are-addresses': 'Introduzca una dirección de correo, como ada@example.com.',
    'phones-are-numbers': 'Introduzca un teléfono en formato internacional, como +14155550100.',
    'delivery-mode-is-known': 'Elija uno de la lista.',
    'names-are-short': 'Es demasiado largo. Acórtelo.',
    'lines-are-short': 'Es demasiado largo. Acórtelo.',
    'texts-are-short': 'Es demasiado largo. Acórtelo.',
    'address-is-found': 'Esta dirección no está en el mapa. Corríjala.',
    'address-is-exact':
      'Esta dirección no es bastante exacta. Introduzca la calle con su número y la ciudad.',
    'address-is-one': 'El pedido ya tiene otra dirección. Vacíe esta.',
    'address-is-whole': 'Falta una parte de esta dirección. Introduzca la dirección completa.',
    'address-can-be-looked-up': 'Ahora mismo no se puede buscar esta dirección. Guárdela más tarde.',
    'coordinates-are-on-earth': 'Esta dirección no está en el mapa. Corríjala.',
    'coordinates-are-meant': 'Esta dirección no está en el mapa. Corríjala.',
    'sides-differ': 'La recogida y la entrega están en la misma dirección. Introduzca otra.',
    'countries-are-codes': 'El país de esta dirección es desconocido. Introduzca otra dirección.',
    'countries-match': 'La entrega está en otro país que la recogida. Introduzca otra dirección.',
    'distance-is-within-cap':
      'Está más lejos de la recogida de lo que su organización entrega. Introduzca una dirección más cercana.',
    'times-can-be-read': 'Introduzca una fecha y una hora.',
    'times-are-not-past': 'Esta hora ya ha pasado. Introduzca una posterior.',
    'windows-have-not-passed': 'Esta franja ya ha pasado. Introduzca una posterior.',
    'windows-end-after-they-start': 'Este fin no es posterior al inicio. Introduzca uno posterior.',
    'other-windows-can-be-read':
      'Introduzca hasta 10 franjas, cada una como en el ejemplo y con el fin después del inicio, además de una primera franja.',
    'dropoff-follows-pickup': 'Es antes de que empiece la recogida. Introduzca una hora posterior.',
    'strategy-exists': 'Esta estrategia ya no existe. Elija otra.',
    'store-exists': 'Esta tienda ya no existe. Elija otra.',
    'store-is-not-restricted': 'Una restricción de zona excluye esta tienda. Elija otra.',
    'store-hands-over': 'Esta tienda está cerrada a esa hora. Introduzca otras horas o elija otra tienda.',
    'store-has-room': 'Esta tienda no admite más pedidos ese día. Introduzca otro día o elija otra tienda.',
    'tags-are-delivered-there':
      'Una de estas no se entrega en esta dirección. Quítela o introduzca otra dirección.',
  },
  refused: {
    number: 'Introduzca un número entero.',
    money: 'Introduzca un importe.',
    list: 'Uno de estos valores no se puede usar. Corríjalo.',
    other: 'Este valor no se puede usar. Corríjalo.',
  },
};
