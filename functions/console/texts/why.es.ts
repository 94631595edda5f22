/** Spanish texts: why an order was treated as it was, by the codes of the API. */

import type { texts as english } from './why.en.ts';

/** Values in a sentence: prices, times and names as they are shown. */
type Said = Readonly<Record<string, string>>;
type Sentences = Readonly<Record<string, (said: Said) => string>>;

export const texts: typeof english = {
  words: {
    'proof of delivery': 'Comprobante de entrega',
    'shipping label': 'Etiqueta de envío',
    'pickup label': 'Etiqueta de recogida',
    'packing slip label': 'Albarán',
    'incident file': 'Archivo de la incidencia',
    manifest: 'Manifiesto',
    'barcode scan on pickup': 'Código leído en la recogida',
    'barcode scan on dropoff': 'Código leído en la entrega',
    'barcode scan on return': 'Código leído en la devolución',
    'photo pre delivery verification': 'Foto antes de la entrega',
    'address not found': 'La dirección no existe',
    'age verification failed': 'No se pudo comprobar la edad',
    'customer unavailable': 'Cliente no disponible',
    'damage in transit': 'Dañado en el transporte',
    'item unavailable': 'Artículo no disponible',
    'no capacity': 'Sin capacidad',
    'out of service area': 'Fuera de la zona de servicio',
  },
  what: {
    WORKFLOW_STEP: ({ node, status }) => `Paso «${node}»: ${status}`,
    PROVIDER_CHOSEN: ({ providerName, attempt }) => `Se eligió ${providerName} (intento ${attempt})`,
    NO_PROVIDER_YET: ({ attempt }) => `Aún no se ha elegido transportista (intento ${attempt})`,
    DISPATCH_WAITS: () => 'El despacho espera a los flujos',
    DISPATCH_GOES_ON: () => 'El despacho ya no espera',
    LEFT_OUT: () => 'El pedido quedó sin ruta',
    FROM_SHOP: () => 'El pedido vino de una tienda en línea',
    FROM_RECURRING_ORDER: () => 'El pedido se creó por un pedido recurrente',
    NEEDS_ATTENTION: ({ field }) => `El pedido requiere atención: ${field}`,
  } as Sentences,
  because: {
    PROVIDER_ORDER: ({ strategy, order }) => `La estrategia «${strategy}» prueba transportistas ${order}.`,
    RULE_CHOSE_STRATEGY: ({ rule }) => `La regla «${rule}» eligió la estrategia.`,
    STRATEGY_TOOK_OVER: ({ strategy }) =>
      `La estrategia «${strategy}» tomó el relevo, porque la anterior no encontró transportista o agotó sus intentos.`,
    SELECTED_BY_CALLER: () => 'Alguien seleccionó esta oferta, sin atender a la clasificación.',
    NEXT_RANK: ({ rank }) => `Se eligió el puesto ${rank}, porque los anteriores ya se habían probado.`,
    RANKED: ({ providerName, rank, details }) => `${providerName} tiene el puesto ${rank}: ${details}.`,
    ABOVE_LIMIT: ({ providerName, price, limit }) =>
      `${providerName} cobra ${price}, más que el límite de ${limit}.`,
    UNAVAILABLE: ({ providerName, errorMessage }) => `No se puede elegir ${providerName}: ${errorMessage}`,
    WAITS_FOR_WORKFLOWS: () => 'La estrategia espera a los flujos que inician los eventos del pedido.',
    WORKFLOWS_ENDED: () => 'Los flujos han terminado.',
    WAIT_EXPIRED: () => 'Se acabó la espera de los flujos.',
    STARTED_BY: ({ startedBy }) => `Lo que inició el flujo: ${startedBy}.`,
    ORDER_OF_SHOP: ({ shopOrderId }) => `Su número en la tienda es ${shopOrderId}.`,
    OCCURRENCE: ({ date }) => `Es la repetición del ${date}.`,
  } as Sentences,
  /** Parts of a ranking. */
  details: {
    arrival: ({ at }) => `llegada ${at}`,
    reliability: ({ percent, count }) => `${percent} fiable en ${count} entregas`,
    assumed: ({ percent }) => `${percent} de puntualidad supuesta`,
    onTime: ({ percent, count }) => `${percent} puntual en ${count} entregas`,
    against: ({ percent }) => `el otro ${percent}`,
    late: ({ minutes, weighed }) => `${minutes} minutos de retraso previstos, ${weighed} con ellos`,
    weight: ({ weight }) => `peso ${weight}`,
    triedOut: () => 'a prueba, para medirlo',
  } as Sentences,
  orders: {
    cheapest: 'por el precio más bajo',
    preferred_order: 'en el orden de los transportistas permitidos',
    fastest: 'por la llegada más temprana',
    most_reliable: 'por fiabilidad',
    weighted: 'al azar, según su peso y su fiabilidad',
    dynamic: 'por el precio junto con el retraso previsto',
  } as Readonly<Record<string, string>>,
  statuses: {
    completed_filter_success: 'condición cumplida',
    completed_filter_negative: 'condición no cumplida',
    completed_filter_error: 'no se pudo comprobar la condición',
    completed: 'hecho',
    failed: 'fallido',
    paused: 'en espera',
    ready_to_resume: 'a punto de seguir',
  } as Readonly<Record<string, string>>,
  by: {
    rule: 'Comprobación de pedidos',
    caller: 'Oferta seleccionada',
    optimization: 'Optimización',
    waits: 'Despacho automático',
  } as Readonly<Record<string, string>>,
};
