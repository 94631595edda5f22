import type { texts as english } from './remedies.en.ts';
import type { Translation } from './translation.ts';

const plural = (count: string | undefined, one: string, many: string) => (count === '1' ? one : many);

/** Spanish texts: what is enough for an order that a plan left out. */
export const texts: Translation<typeof english> = {
  remedy: {
    title: 'Qué cambia',
    what: 'Valor',
    present: 'Actual',
    next: 'Nuevo',
    apply: 'Cambiar y planificar de nuevo',
    applied: 'Cambiado. Los pedidos se planifican de nuevo.',
    undone: 'El cambio se ha deshecho. Planifique de nuevo para ver los pedidos sin él.',
    thenPlanned:
      'Después se planifican de nuevo los pedidos de esta ejecución, junto con sus rutas guardadas.',
    outdated: (name: string) =>
      `${name} ha cambiado desde esta ejecución, y puede que el remedio ya no sirva. Planifique de nuevo.`,
    spares: 'Otro vehículo:',
    spare: (name: string, driver: string | null) => (driver ? `Usar ${name} (${driver})` : `Usar ${name}`),
    spareHelp: 'Planifica de nuevo también con este vehículo. Nada cambia hasta que se guarden las rutas.',
    plannedWith: (name: string) =>
      `Se planifica de nuevo con ${name}. Guarde las rutas para conservar el plan.`,
    noSpare: 'Ningún otro vehículo está libre a esa hora y podría llevarlo.',
    addVehicle: 'Añadir un vehículo',
    plannedAgain: 'Se planifica de nuevo. Guarde las rutas para conservar el plan.',
    fields: {
      dropoffEndTime: 'Fin de la franja de entrega',
      pickupEndTime: 'Fin de la franja de recogida',
      plannedEnd: 'Fin del turno',
      weight: 'Límite de peso',
      maxDistance: 'Límite de distancia',
      maxDuration: 'Límite de duración (horas)',
      maxStops: 'Límite de paradas',
      capabilities: 'Capacidades',
      mxLabel: 'Etiqueta mutuamente excluyente',
      leaveOutCents: 'Precio de dejarlo fuera',
    },
  },
  /** Why an order has no route, by the codes of the API. */
  leftOut: {
    CAPACITY: 'Ningún vehículo tiene sitio para él junto con los demás pedidos.',
    TIME_WINDOW: 'Ningún vehículo puede llegar dentro de las franjas junto con los demás pedidos.',
    SHIFT: 'Ningún turno es bastante largo para él junto con los demás pedidos.',
    CAPABILITY:
      'Ningún vehículo con las capacidades que requiere puede llevarlo junto con los demás pedidos.',
    EXCLUSION: 'En cada ruta que podría llevarlo hay otro pedido con la misma etiqueta excluyente.',
    DISTANCE_LIMIT: 'Todos los vehículos superarían su límite de distancia.',
    DURATION_LIMIT: 'Todos los vehículos superarían su límite de duración.',
    STOP_LIMIT: 'Todos los vehículos tienen ya el máximo de paradas.',
    ORDER_LIMIT: 'Los vehículos tienen el máximo de pedidos, o tendrían menos del mínimo.',
    SEQUENCE: 'Su prioridad o su grupo de secuencia no le deja ninguna posición.',
    LOCK: 'Está ligado a un vehículo o lugar que no puede llevarlo.',
    UNREACHABLE: 'Ninguna carretera llega hasta allí.',
    NO_VEHICLE: 'Todos los vehículos que podrían llevarlo están en uso.',
    PRICE: 'Dejarlo fuera cuesta menos que entregarlo.',
    NOT_TRIED: 'El tiempo se acabó antes de probarlo.',
    CAPACITY_ALONE: 'El pedido es demasiado grande para todos los vehículos.',
    TIME_WINDOW_ALONE: 'Ningún vehículo puede llegar dentro de su franja, ni siquiera sin otros pedidos.',
    SHIFT_ALONE: 'Ningún turno es bastante largo para él, ni siquiera sin otros pedidos.',
    CAPABILITY_ALONE: 'Ningún vehículo tiene las capacidades que requiere el pedido.',
    DISTANCE_LIMIT_ALONE: 'Está más lejos de lo que puede ir cualquier vehículo.',
    DURATION_LIMIT_ALONE: 'Requiere más tiempo del que puede circular cualquier vehículo.',
    NOT_LOOKED_INTO: 'El tiempo se acabó antes de saber por qué no está en ninguna ruta.',
    FREE_ELSEWHERE:
      'Los vehículos cercanos están todos en uso. Hay otros iguales libres, pero los pedidos se planificaron por partes y no se probó con ellos.',
    FITS_NOWHERE: 'No cabe en ninguna parte.',
  },
  /** What is enough for it, step by step. */
  steps: {
    RAISE_WEIGHT_LIMIT: ({ vehicle, amount, unit }) =>
      `Aumentar el límite de peso de ${vehicle} en ${amount} ${unit}.`,
    RAISE_CARGO_SPACE: ({ vehicle, amount, unit }) =>
      `Aumentar el espacio de carga de ${vehicle} en ${amount} ${unit}.`,
    RAISE_ROOM: ({ vehicle, dimension, amount }) =>
      `Aumentar el sitio para ${dimension} de ${vehicle} en ${amount}.`,
    END_SHIFT_LATER: ({ vehicle, minutes }) =>
      `Terminar el turno de ${vehicle} ${minutes} ${plural(minutes, 'minuto', 'minutos')} más tarde.`,
    RAISE_DISTANCE_LIMIT: ({ vehicle, distance }) =>
      `Aumentar el límite de distancia de ${vehicle} en ${distance}.`,
    RAISE_DURATION_LIMIT: ({ vehicle, hours }) =>
      `Aumentar el límite de duración de ${vehicle} en ${hours} ${plural(hours, 'hora', 'horas')}.`,
    RAISE_STOP_LIMIT: ({ vehicle, stops }) => `Aumentar el límite de paradas de ${vehicle} en ${stops}.`,
    RAISE_ORDER_LIMIT: ({ vehicle, orders }) =>
      `Aumentar el máximo de pedidos en la ruta de ${vehicle} en ${orders}.`,
    LOWER_ORDER_MINIMUM: ({ vehicle, orders }) =>
      `Bajar el mínimo de pedidos en la ruta de ${vehicle} a ${orders}.`,
    ADD_CAPABILITY: ({ vehicle, capability }) => `Dar a ${vehicle} la capacidad ${capability}.`,
    ADD_CAPABILITIES: ({ vehicle, capability }) => `Dar a ${vehicle} las capacidades ${capability}.`,
    REMOVE_EXCLUSION_LABEL: ({ label }) => `Quitar su etiqueta excluyente ${label}.`,
    REMOVE_PRIORITY: () => 'Quitar su prioridad de secuencia.',
    REMOVE_CLUSTER_LABEL: ({ label }) => `Quitar su etiqueta de grupo ${label}.`,
    LEAVE_SEQUENCE_GROUP: ({ group }) => `Sacarlo del grupo de secuencia ${group}.`,
    REMOVE_LEAVE_OUT_PRICE: () => 'Quitar su precio de dejarlo fuera.',
    ADD_VEHICLES: () => 'Dar a la ejecución un grupo de repartidores con vehículos.',
    ADD_VEHICLE_LIKE: ({ vehicle }) => `Añadir un vehículo como ${vehicle}.`,
    SEARCH_LONGER: () =>
      'Aumentar el nivel de búsqueda de la estrategia, o planificar menos pedidos a la vez.',
    UNLOCK: () => 'Desbloquearlo.',
    END_PICKUP_WINDOW_LATER: ({ order, minutes }) =>
      `Terminar ${order ? `la franja de recogida del pedido ${order}` : 'su franja de recogida'} ${minutes} ${plural(minutes, 'minuto', 'minutos')} más tarde.`,
    END_DELIVERY_WINDOW_LATER: ({ order, minutes }) =>
      `Terminar ${order ? `la franja de entrega del pedido ${order}` : 'su franja de entrega'} ${minutes} ${plural(minutes, 'minuto', 'minutos')} más tarde.`,
  },
};
