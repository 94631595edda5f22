import type { texts as english } from './outgoing.en.ts';
import type { Translation } from './translation.ts';

/** Spanish texts: webhooks and strategies. */
export const texts: Translation<typeof english> = {
  words: {
    dynamic: 'Dinámica',
    'most reliable': 'El más fiable',
    'preferred order': 'Por orden de preferencia',
    weighted: 'Ponderada',
    dispatch: 'Despachar',
  },
  webhooks: {
    endpoints: 'Endpoints',
    messages: 'Mensajes',
    create: 'Nuevo endpoint',
    empty: 'Todavía no hay endpoints',
    emptyText: 'Un endpoint recibe una solicitud HTTPS por cada uno de sus eventos.',
    noMessages: 'Todavía no hay mensajes',
    noMessagesText: 'Los mensajes aparecen aquí cuando ocurre un evento que algún endpoint ha elegido.',
    events: 'Eventos',
    eventsHelp: 'No elija ninguno para recibirlos todos.',
    all: 'Todos',
    tag: 'Etiqueta',
    enable: 'Activar',
    disable: 'Desactivar',
    reason: 'Motivo de la desactivación',
    removeQuestion: 'No recibirá más mensajes.',
    rotateQuestion:
      'Durante 24 horas los mensajes se firman con el secreto antiguo y con el nuevo. Cámbielo en el receptor antes de ese plazo.',
    attempts: 'Intentos',
    noAttempts: 'Todavía no hay intentos',
    noAttemptsText: 'Este mensaje todavía no se ha enviado.',
    replay: 'Enviar de nuevo',
    outcome: 'Resultado',
    outcomes: [
      ['fail', 'No aceptado'],
      ['success', 'Aceptado'],
    ],
    rate: (failed: number, all: number) => `${failed} de los últimos ${all} no aceptados`,
    attemptCount: (number: number) => `${number} ${number === 1 ? 'intento' : 'intentos'}`,
    test: 'Prueba',
    testHelp: 'Envía un ejemplo de un evento, firmado como cualquier otro.',
    send: 'Enviar una prueba',
    testSent: 'La prueba está en camino.',
    verify: 'Comprobar la firma',
    verifyHelp:
      'Con el cliente tipado, en Node. En otros lenguajes: cualquier biblioteca de Standard Webhooks.',
    snippet: `import { verifyWebhook } from 'delivery-orchestration-client';

// El cuerpo tal como llegó, antes de interpretarlo.
const message = verifyWebhook(body, request.headers, process.env.WEBHOOK_SECRET);`,
  },
  strategies: {
    create: 'Nueva estrategia',
    empty: 'Todavía no hay estrategias',
    emptyText: 'Los pedidos sin estrategia van al transportista más barato. Cree una para decidirlo usted.',
    mode: 'Elige',
    auto: 'Despacha automáticamente',
    reassign: 'Prueba con otro transportista tras un fallo',
    leadTime: 'Minutos antes de la recogida',
    driverTimeout: 'Minutos de espera por un repartidor',
    lateMinute: 'Lo que cuesta un minuto de retraso',
    exploration: 'Proporción de despachos que prueban un transportista',
    explorationHelp: 'De 0 a 0,5, por ejemplo 0,05. Lo que nunca se elige nunca se mide.',
    workflowWait: 'Segundos de espera por los flujos',
    afterWorkflowWait: 'Si tardan más',
    limitFee: 'Limitar el precio de la entrega',
    escalate: 'Si ningún transportista sirve, continuar con',
    everyProvider: 'Todos',
    removeQuestion: 'Los pedidos que la nombran se despachan según las reglas.',
    evaluate: 'Probar un despacho',
    evaluateText: 'Muestra qué transportista se elegiría y por qué. No se reserva nada.',
    priceOf: (provider: string) => `Precio de ${provider}`,
    quotesHelp: 'Un transportista sin precio no participa.',
    explain: 'Explicar',
  },
};
