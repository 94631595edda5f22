/** Languages of the tracking page. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** State of a delivery for its recipient. */
export type TrackingState =
  | 'received'
  | 'finding'
  | 'to_pickup'
  | 'at_pickup'
  | 'on_the_way'
  | 'arriving'
  | 'delivered'
  | 'returning'
  | 'returned'
  | 'canceled'
  | 'problem';

/** The steps that a delivery usually takes, in order. */
export const STEPS = ['received', 'to_pickup', 'on_the_way', 'delivered'] as const;

interface Words {
  readonly title: string;
  readonly states: Readonly<Record<TrackingState, readonly [headline: string, sentence: string]>>;
  readonly steps: Readonly<Record<(typeof STEPS)[number], string>>;
  readonly progress: string;
  readonly done: string;
  readonly arrival: string;
  readonly arrivedAt: string;
  readonly between: (from: string, to: string) => string;
  readonly pincode: string;
  readonly tellPincode: string;
  readonly map: string;
  readonly courierIsAway: (distance: string, at: string) => string;
  readonly from: string;
  readonly to: string;
  readonly courier: string;
  readonly call: string;
  readonly proof: string;
  readonly photo: string;
  readonly signature: string;
  readonly document: string;
  readonly updated: (at: string) => string;
  readonly otherLanguage: string;
  readonly notFound: readonly [string, string];
  readonly expired: readonly [string, string];
}

/** All texts of the page, by language. */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Your delivery',
    states: {
      received: ['Order received', 'Your delivery is being prepared.'],
      finding: ['Looking for a courier', 'A courier will be on the way to collect your order soon.'],
      to_pickup: ['A courier is coming for your order', 'Your order is about to be collected.'],
      at_pickup: ['The courier is collecting your order', 'It will be on its way to you shortly.'],
      on_the_way: ['Your order is on its way', 'The courier has your order.'],
      arriving: ['The courier has arrived', 'Please come to the door.'],
      delivered: ['Delivered', 'Your order has arrived.'],
      returning: [
        'Your order is being returned',
        'It could not be delivered and is going back to the sender.',
      ],
      returned: ['Returned to the sender', 'Your order could not be delivered. Please contact the sender.'],
      canceled: ['Delivery cancelled', 'This delivery will not take place. Please contact the sender.'],
      problem: ['There is a problem with your delivery', 'Please contact the sender.'],
    },
    steps: {
      received: 'Order received',
      to_pickup: 'Courier assigned',
      on_the_way: 'On its way',
      delivered: 'Delivered',
    },
    progress: 'Progress',
    done: 'done',
    arrival: 'Expected arrival',
    arrivedAt: 'Arrived',
    between: (from, to) => `between ${from} and ${to}`,
    pincode: 'Your code',
    tellPincode: 'Tell it to the courier when you have your order, and not before.',
    map: 'Where the courier is',
    courierIsAway: (distance, at) => `The courier was ${distance} from you at ${at}.`,
    from: 'From',
    to: 'To',
    courier: 'Courier',
    call: 'Call the courier',
    proof: 'Proof of delivery',
    photo: 'Photo',
    signature: 'Signature',
    document: 'Document',
    updated: (at) => `Updated ${at}`,
    otherLanguage: 'Español',
    notFound: ['This link is not valid', 'Check that you copied all of it, or ask the sender for a new one.'],
    expired: ['This link has expired', 'The delivery ended a while ago. Please contact the sender.'],
  },
  es: {
    title: 'Su entrega',
    states: {
      received: ['Pedido recibido', 'Estamos preparando su entrega.'],
      finding: ['Buscando un repartidor', 'Un repartidor recogerá su pedido en breve.'],
      to_pickup: ['Un repartidor va a recoger su pedido', 'Su pedido se recogerá en unos minutos.'],
      at_pickup: ['El repartidor está recogiendo su pedido', 'Saldrá hacia su domicilio en breve.'],
      on_the_way: ['Su pedido está en camino', 'El repartidor tiene su pedido.'],
      arriving: ['El repartidor ha llegado', 'Por favor, salga a la puerta.'],
      delivered: ['Entregado', 'Su pedido ha llegado.'],
      returning: ['Su pedido se está devolviendo', 'No se pudo entregar y vuelve al remitente.'],
      returned: [
        'Devuelto al remitente',
        'No se pudo entregar su pedido. Póngase en contacto con el remitente.',
      ],
      canceled: ['Entrega cancelada', 'Esta entrega no se realizará. Póngase en contacto con el remitente.'],
      problem: ['Hay un problema con su entrega', 'Póngase en contacto con el remitente.'],
    },
    steps: {
      received: 'Pedido recibido',
      to_pickup: 'Repartidor asignado',
      on_the_way: 'En camino',
      delivered: 'Entregado',
    },
    progress: 'Progreso',
    done: 'hecho',
    arrival: 'Llegada prevista',
    arrivedAt: 'Llegó',
    between: (from, to) => `entre las ${from} y las ${to}`,
    pincode: 'Su código',
    tellPincode: 'Dígaselo al repartidor cuando reciba su pedido, no antes.',
    map: 'Dónde está el repartidor',
    courierIsAway: (distance, at) => `El repartidor estaba a ${distance} de usted a las ${at}.`,
    from: 'Desde',
    to: 'Hasta',
    courier: 'Repartidor',
    call: 'Llamar al repartidor',
    proof: 'Prueba de entrega',
    photo: 'Foto',
    signature: 'Firma',
    document: 'Documento',
    updated: (at) => `Actualizado a las ${at}`,
    otherLanguage: 'English',
    notFound: [
      'No conocemos este enlace',
      'Compruebe que lo ha copiado entero o pida uno nuevo al remitente.',
    ],
    expired: [
      'Este enlace ha caducado',
      'La entrega terminó hace tiempo. Póngase en contacto con el remitente.',
    ],
  },
};

/** Language of the page: the chosen one, otherwise the first supported one of the browser. */
export function languageOf(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  const wanted = [chosen ?? '', ...(acceptLanguage ?? '').split(',')];
  for (const one of wanted) {
    const base = one.trim().toLowerCase().split(/[-;]/)[0];
    const known = LANGUAGES.find((language) => language === base);
    if (known) return known;
  }
  return 'en';
}
