import type { texts as english } from './remedies.en.ts';
import type { Translation } from './translation.ts';

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
};
