import type { texts as english } from './measures.en.ts';
import type { Translation } from './translation.ts';

/** Spanish texts: names of measures and of their parts. */
export const texts: Translation<typeof english> = {
  words: {
    orders: 'Pedidos creados',
    'orders-by-status': 'Pedidos por estado',
    deliveries: 'Paquetes entregados',
    'attempts-by-end': 'Intentos según cómo acabaron',
    cancellations: 'Cancelaciones',
    'on-time': 'A tiempo',
    punctuality: 'Temprano y tarde',
    lateness: 'Retraso de los paquetes tardíos',
    earliness: 'Adelanto de los paquetes tempranos',
    'first-attempt-success': 'Éxito al primer intento',
    'time-to-assignment': 'Tiempo hasta la asignación',
    'time-to-pickup': 'Tiempo hasta la recogida',
    'time-to-delivery': 'Tiempo hasta la entrega',
    cost: 'Coste',
    'cost-per-delivery': 'Coste por entrega',
    'cost-per-km': 'Coste por distancia',
    'cost-against-quote': 'Coste frente a la cotización',
    failovers: 'Cambios de transportista',
    acceptance: 'Aceptación de los transportistas',
    'proof-rate': 'Con comprobante',
    'window-bookings': 'Reservas de franjas',
    'window-use': 'Uso de las franjas',
    'window-refusals': 'Rechazos de franjas',
    rating: 'Valoración',
    'low-ratings': 'Valoraciones bajas',
    'workflow-runs': 'Ejecuciones de flujos',
    'workflow-effects': 'Efectos de los flujos',
    'workflow-deliveries': 'Entregas de los flujos',
    notifications: 'Notificaciones',
    'notifications-delivered': 'Notificaciones entregadas',
    'notifications-by-channel': 'Notificaciones por canal',
    incidents: 'Incidencias',
    'incident-rate': 'Tasa de incidencias',
    'refunds-asked': 'Reembolsos pedidos',
    'refunds-granted': 'Reembolsos concedidos',
    'refund-success': 'Éxito de los reembolsos',
    routes: 'Rutas recorridas',
    'stops-per-hour': 'Paradas por hora',
    'stops-on-time': 'Paradas a tiempo',
    'stops-skipped': 'Paradas omitidas',
    'stops-in-order': 'Paradas en el orden previsto',
    dwell: 'Tiempo en una parada',
    'route-distance': 'Distancia prevista',
    'driven-distance': 'Distancia recorrida',
    'distance-against-planned': 'Distancia recorrida frente a la prevista',
    'routes-tracked': 'Rutas con recorrido conocido',
    'driven-against-planned': 'Tiempo empleado frente al previsto',
    created: 'Creados',
    needs_attention: 'Requieren atención',
    dispatch_failure: 'Sin poder despachar',
    canceled: 'Cancelados',
    archived: 'Archivados',
    delivered: 'Entregados',
    failed: 'Fallidos',
    returned: 'Devueltos',
    expired: 'Caducados',
    canceled_by_provider: 'Cancelados por el transportista',
    canceled_by_customer: 'Cancelados por el cliente',
    canceled_by_system: 'Cancelados por el sistema',
    canceled_for_other_provider: 'Cancelados por otro transportista',
    provider: 'Transportista',
    customer: 'Cliente',
    system: 'Sistema',
    other_provider: 'Otro transportista',
    early_more_than_15: 'Más de 15 min antes',
    early_up_to_15: 'Hasta 15 min antes',
    on_time: 'A tiempo',
    late_up_to_15: 'Hasta 15 min tarde',
    late_up_to_30: 'Hasta 30 min tarde',
    late_up_to_60: 'Hasta 60 min tarde',
    late_more_than_60: 'Más de 60 min tarde',
    booked: 'Reservadas',
    confirmed: 'Confirmadas',
    released: 'Liberadas',
    full: 'Llena',
    closed: 'Cerrada',
    unfit: 'No apta',
    completed: 'Completadas',
    cancelled: 'Canceladas',
    changes: 'Cambios',
    messages: 'Mensajes',
    requests: 'Peticiones',
    sent: 'Enviados',
    suppressed: 'Suprimidos',
    email: 'Correo electrónico',
    sms: 'SMS',
    whatsapp: 'WhatsApp',
    slack: 'Slack',
    teams: 'Teams',
    webhook: 'Webhook',
  },
  definitions: {
    orders: 'Pedidos que se crearon en el periodo.',
    'orders-by-status':
      'Pedidos que recibieron un estado en el periodo, contados cada vez: creado, requiere atención, no despachado, cancelado o archivado.',
    deliveries: 'Paquetes que se entregaron en el periodo.',
    'attempts-by-end': 'Intentos de los transportistas que terminaron en el periodo, según cómo terminaron.',
    cancellations: 'Intentos que se cancelaron en el periodo, según quién los canceló.',
    'on-time':
      'Parte de los paquetes entregados con franja prometida que llegaron dentro de ella. El primer y el último instante cuentan.',
    punctuality:
      'Paquetes entregados con franja prometida, según cuánto antes o después llegaron: hasta 15, 30 o 60 minutos, o más.',
    lateness:
      'Minutos que los paquetes tardíos llegaron después de su franja, en promedio de los paquetes tardíos.',
    earliness:
      'Minutos que los paquetes tempranos llegaron antes de su franja, en promedio de los paquetes tempranos.',
    'first-attempt-success':
      'Parte de los paquetes que entregó el primer intento, entre todos los que llegaron a su fin.',
    'time-to-assignment':
      'Minutos desde el pedido hasta la asignación de un repartidor, en promedio de los paquetes entregados.',
    'time-to-pickup': 'Minutos desde el pedido hasta la recogida, en promedio de los paquetes entregados.',
    'time-to-delivery': 'Minutos desde el pedido hasta la entrega, en promedio de los paquetes entregados.',
    cost: 'Lo que costaron los intentos que terminaron en el periodo: el precio entero si se recogió el paquete; si no, solo los cargos que añadió el transportista.',
    'cost-per-delivery':
      'Coste de todos los intentos, también de los fallidos, dividido entre los paquetes entregados.',
    'cost-per-km':
      'Coste de los intentos que recogieron el paquete, dividido entre su distancia de conducción, donde se conoce.',
    'cost-against-quote':
      'Coste de los intentos que recogieron el paquete, dividido entre lo que decían sus cotizaciones. 1 es lo cotizado.',
    failovers: 'Parte de los intentos posteriores al primero de un paquete, entre todos los que terminaron.',
    acceptance:
      'Parte de los intentos que el transportista aceptó, entre todos los que se le pidieron. No cuentan los que se retiraron antes de su respuesta.',
    'proof-rate':
      'Parte de los paquetes entregados que tienen algún comprobante, como una foto, una firma o el código correcto.',
    'window-bookings':
      'Qué pasó en el periodo con las plazas de las franjas: reservadas, confirmadas o liberadas porque la reserva se anuló, venció o pasó a otra franja.',
    'window-use':
      'Parte de las plazas ocupadas al cierre, entre todas las de las franjas que se reservaron al menos una vez y cuyo cierre estaba en el periodo. No cuentan las franjas sin límite.',
    'window-refusals':
      'Veces que un pedido quiso una franja en el periodo y no la obtuvo: estaba llena, estaba cerrada (desactivada, pasado el cierre o con muy poca antelación) o el pedido no encajaba (por ejemplo, por su zona, tienda, etiquetas o valor).',
    rating:
      'Valoraciones de 0 a 5 que dieron los destinatarios en el periodo, en promedio. De varias valoraciones de una entrega cuenta la última, con la fecha de la primera.',
    'low-ratings':
      'Parte de las entregas valoradas por debajo de 3, entre todas las valoradas en el periodo.',
    'workflow-runs':
      'Ejecuciones de flujos que empezaron en el periodo, según cómo terminaron. No cuentan las pruebas, ni las que ocurren mientras se crea o cambia un pedido, ni las rechazadas antes de su primer paso.',
    'workflow-effects':
      'Lo que hicieron esas mismas ejecuciones: cambios de pedidos, entregas y rutas, mensajes, y peticiones a otros servicios o a modelos.',
    'workflow-deliveries':
      'Entregas de las que trataban esas mismas ejecuciones, una vez por ejecución. Cómo terminaron está en las métricas de entregas, divididas por flujo.',
    notifications:
      'Mensajes que se crearon en el periodo, según lo que fue de ellos: entregados según el canal, enviados sin respuesta del canal hasta ahora, fallidos o retenidos por la lista de bloqueo. Los que están en camino todavía no cuentan.',
    'notifications-delivered': 'Parte de los mensajes enviados o entregados, entre estos y los fallidos.',
    'notifications-by-channel':
      'Mensajes que se crearon en el periodo y se enviaron o entregaron, según su canal.',
    incidents: 'Incidencias que se comunicaron en el periodo.',
    'incident-rate': 'Incidencias comunicadas en el periodo, divididas entre los paquetes entregados en él.',
    'refunds-asked': 'Importe de los reembolsos que se pidieron en el periodo.',
    'refunds-granted': 'Importe de los reembolsos que se concedieron en el periodo.',
    'refund-success':
      'Parte de las solicitudes de reembolso que se concedieron al menos en parte, entre las decididas en el periodo.',
    routes: 'Rutas que terminaron en el periodo: completadas, o fallidas porque no se entregó nada.',
    'stops-per-hour':
      'Paradas completadas de las rutas que terminaron en el periodo, divididas entre las horas desde la salida hasta el final.',
    'stops-on-time':
      'Parte de las paradas completadas a las que se llegó, como mucho, cinco minutos después de lo previsto.',
    'stops-skipped':
      'Parte de las paradas que seguían omitidas al final de su ruta, entre todas las paradas.',
    'stops-in-order':
      'Parte de las paradas completadas a las que se llegó después de la prevista antes de ellas, entre las que tenían una prevista antes.',
    dwell:
      'Minutos desde la llegada del repartidor a una parada hasta el fin del trabajo en ella, en promedio.',
    'route-distance': 'Kilómetros previstos de las rutas que terminaron en el periodo, en promedio.',
    'driven-distance':
      'Kilómetros desde la salida hasta la última parada de las rutas que terminaron en el periodo, según las posiciones del repartidor, en promedio. No cuentan las rutas con más de cinco minutos de conducción sin posición.',
    'distance-against-planned':
      'Distancia recorrida de esas mismas rutas, dividida entre la prevista. 1 es lo previsto; más es más larga.',
    'routes-tracked':
      'Parte de las rutas cuya distancia recorrida se conoce, entre todas las que terminaron en el periodo.',
    'driven-against-planned':
      'Tiempo desde la salida hasta el final de las rutas, dividido entre el previsto. 1 es lo previsto; más es más lento.',
  },
};
