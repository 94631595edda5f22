import type { texts as english } from './failures.en.ts';
import type { Translation } from './translation.ts';

/** Spanish texts: why a dispatch or a plan failed. */
export const texts: Translation<typeof english> = {
  dispatch: {
    NO_ELIGIBLE_PROVIDERS:
      'Ningún transportista que permite la estrategia puede hacerlo. Permita otros transportistas o pida menos requisitos.',
    NO_VALID_QUOTES: 'Ningún transportista dio una cotización. Inténtelo más tarde o cambie la estrategia.',
    AUTODISPATCH_FAILURE:
      'Todas las cotizaciones superan el precio máximo de la entrega. Suba el límite o elija usted una cotización.',
    INVALID_OPTIONS_GROUP: 'La estrategia de despacho ya no existe. Elija otra.',
    INVALID_TIME_CONSTRAINT:
      'Las franjas ya pasaron o no encajan entre sí. Indique nuevas horas y despache después.',
    TASK_MISSING_TIME_WINDOW: 'Un pedido programado no tiene franja. Indique las horas.',
    WORKFLOWS_UNANSWERED:
      'Los flujos del pedido no terminaron a tiempo. Despáchelo a mano o deje que la estrategia espere más.',
    ATTEMPTS_EXHAUSTED: 'Fallaron todos los intentos de entregar el pedido.',
    NOT_DELIVERED: 'La entrega terminó sin llegar a su destino.',
    JOB_NOT_CREATED: 'No se pudo crear el envío con este y otros pedidos. Despáchelos de nuevo.',
  },
  planning: {
    NO_ELIGIBLE_ROUTES: 'No se pudieron planificar las rutas.',
    VALIDATION_ERRORS: 'Estos pedidos no se pueden planificar juntos así.',
    INVALID_STATE_TRANSITION: 'Solo se pueden guardar las rutas de una optimización correcta.',
    NOT_FOUND: 'Algo de esto ya no existe. Recargue la página.',
  },
};
