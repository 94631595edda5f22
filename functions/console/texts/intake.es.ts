import type { texts as english } from './intake.en.ts';
import type { Translation } from './translation.ts';

const count = new Intl.NumberFormat('es');

/** Spanish texts: how orders come in. */
export const texts: Translation<typeof english> = {
  upload: {
    export: 'Exportar',
    exported: 'El archivo se está guardando.',
    file: 'Archivo CSV o Excel',
    fileHelp: 'Hasta 50.000 filas. La primera fila contiene los nombres de las columnas.',
    format: (name: string) => `Reconocido como archivo de ${name}.`,
    uploading: 'Enviando el archivo…',
    encoding: 'Codificación',
    delimiter: 'Separador',
    delimiters: [
      [',', 'Coma'],
      [';', 'Punto y coma'],
      ['\t', 'Tabulador'],
      ['|', 'Barra'],
    ],
    mapping: 'Columnas',
    column: 'Columna',
    field: 'Campo',
    example: 'Ejemplo',
    ignored: 'No se importa',
    rows: (rows: number, more: boolean) =>
      more
        ? `Las primeras ${count.format(rows)} filas`
        : `${count.format(rows)} ${rows === 1 ? 'fila' : 'filas'}`,
    row: 'Fila',
    fits: 'Todas las celdas de estas filas se pueden leer.',
    counts: (good: number, needing: number, unreadable: number) =>
      `${count.format(good)} correctas, ${count.format(needing)} necesitarán atención, ${count.format(unreadable)} no se pueden importar.`,
    values: 'Para todo el archivo',
    valuesHelp: 'Se usa donde una fila no tiene un valor propio.',
    value: 'Valor de la mercancía',
    date: 'Fecha de entrega',
    ambiguous: (columns: readonly string[]) =>
      `Las fechas de ${columns.join(', ')} se pueden leer de dos maneras. Indique si va primero el día o el mes.`,
    currency: 'Moneda',
    tags: 'Etiquetas',
    template: 'Plantilla de importación',
    templateName: 'Nombre con el que guardar estos ajustes',
    keep: 'Guardar como plantilla',
    templateKept: 'La plantilla se ha guardado.',
    flawed: 'Descargar las filas con errores',
    unchanged: 'Ninguno',
    errors: (errors: number) =>
      errors === 1
        ? '1 celda no se puede leer. Su fila se omite.'
        : `${count.format(errors)} celdas no se pueden leer. Sus filas se omiten.`,
    confirm: (rows: number) =>
      rows === 1
        ? '1 valor supera 1.000: importarlo también'
        : `${count.format(rows)} valores superan 1.000: importarlos también`,
    start: 'Importar',
    running: 'Importación',
    result: 'Descargar el resultado',
    orders: 'Pedidos del archivo',
    firstOrders: (shown: number) => `Los primeros ${count.format(shown)}; el resultado los contiene todos.`,
    outcomes: {
      done: 'Hecho',
      needs_attention: 'Necesita atención',
      failed: 'Fallido',
      skipped: 'Omitido',
    },
    none: 'Asigne un campo al menos a una columna.',
    missing: (fields: readonly string[]) =>
      `Falta: ${fields.join(', ')}. Asigne una columna o elija un valor para todo el archivo. Hasta entonces, cada pedido nuevo necesitará atención.`,
  },
  order: {
    held: 'Retirado del despacho. Solo volverá a despacharse automáticamente cuando se modifique o se confirme.',
    foundAs: 'Encontrado en el mapa como',
    itemsCount: 'Número de artículos',
    pickupWindow: 'Franja de recogida',
    tip: 'Propina',
    wasCreated: 'Pedido creado',
    businessName: 'Nombre de la empresa',
    failure: 'Fallo',
    archiveHelp: 'Se guarda en el pedido.',
    tracking: 'Página de seguimiento',
    noDeliveryText: 'Despache el pedido para reservar un mensajero o póngalo en una ruta.',
  },
  form: {
    otherPickupWindows: 'Otras franjas de recogida',
    otherWindows: 'Otras franjas de entrega',
    otherWindowsHelp: 'Por ejemplo 2026-03-05T10:00Z/2026-03-05T12:00Z. La planificación elige una.',
    valueConfirm: (value: string) => `El valor es ${value}. ¿Es correcto?`,
    valueHelp: 'Los valores de más de 1.000 se confirman; los de más de 100.000 no se aceptan.',
    valueTooHigh: 'No se acepta un valor superior a 100.000.',
    start: 'desde',
    end: 'hasta',
  },
  sources: [
    ['api', 'API'],
    ['csv_upload', 'Archivos'],
    ['recurring_order', 'Pedidos periódicos'],
    ['shop', 'Otra tienda en línea'],
    ['shopify', 'Shopify'],
    ['woocommerce', 'WooCommerce'],
  ],
  bulk: {
    paste: 'Pegar ID',
    ids: 'ID',
    idsHelp:
      'Hasta 1.000 ID, ID externos o ID de referencia, separados por saltos de línea, comas, puntos y comas o tabuladores.',
    find: 'Buscar pedidos',
    found: (orders: number, unmatched: number) =>
      `${count.format(orders)} ${orders === 1 ? 'pedido encontrado' : 'pedidos encontrados'}, ${count.format(unmatched)} sin coincidencia.`,
    unmatched: 'Sin coincidencia',
    show: 'Mostrar en la tabla',
    pickedUp: 'Marcar como recogido',
    question: (action: string, orders: number) =>
      `${action}: ${count.format(orders)} ${orders === 1 ? 'pedido' : 'pedidos'}. Se omiten aquellos a los que no se puede aplicar.`,
    tooMany: 'Cada vez se cambian como máximo 1.000 pedidos.',
    run: 'Progreso',
    partial: 'Hecho en parte',
    progress: (handled: number, total: number) => `${count.format(handled)} de ${count.format(total)}`,
    figures: {
      done: 'Hechos',
      skipped: 'Omitidos',
      failed: 'Fallidos',
      needsAttention: 'Necesitan atención',
      total: 'Total',
      handled: 'Tratados',
      results: 'Pedidos',
      action: 'Acción',
    },
  },
  quotes: {
    asking: 'Preguntando los precios a los transportistas…',
    strategy: (name: string) => `Según la estrategia ${name}.`,
    choice: 'Elección de la estrategia',
    rank: (rank: number) => `puesto ${rank}`,
    until: (at: string) => `válido hasta ${at}`,
    book: (name: string) => `Reservar ${name}`,
    bookIt: 'Reservar',
    none: 'Ningún transportista se ofrece a llevarlo.',
    refused: (carriers: number) =>
      `${carriers} ${carriers === 1 ? 'transportista no lo ofrece' : 'transportistas no lo ofrecen'}`,
    asked: (done: number, all: number) => `Preguntando precios: ${done} de ${all} pedidos.`,
    total: (price: string) => `En total ${price}, según las elecciones de las estrategias`,
    unpriced: (orders: number) =>
      orders === 1
        ? 'Ningún transportista se ofrece a llevar 1 pedido.'
        : `Ningún transportista se ofrece a llevar ${orders} pedidos.`,
    tooMany: (most: number) =>
      `Se preguntan los precios de ${most} pedidos como máximo. Elija menos para verlos antes.`,
    auto: 'Dejarlo a la estrategia',
    autoHelp: 'La estrategia pregunta primero a su elección y, si la rechaza, al siguiente.',
  },
  notes: {
    empty: 'Todavía no hay notas. Solo las ven sus compañeros.',
    add: 'Añadir una nota',
    text: 'Nota',
    help: 'Hasta 2.000 caracteres. Nunca se envía a transportistas ni a clientes.',
    removeQuestion: 'La nota se elimina para todos.',
  },
  importTemplates: {
    actions: 'Cambiar',
    empty: 'Todavía no hay plantillas',
    emptyText: 'Suba un archivo en la página de pedidos y guarde como plantilla la forma de leerlo.',
    rename: 'Cambiar el nombre',
    remove: (name: string) => `Eliminar la plantilla ${name}`,
    removeQuestion: (name: string) =>
      `Se elimina «${name}». Los pedidos que se importaron con ella se conservan.`,
    toOrders: 'A los pedidos',
  },
  today: {
    tasks: 'Por hacer ahora',
    day: 'El día',
    todo: 'Por hacer',
    attention: 'Pedidos que necesitan atención',
    notDispatched: 'Pedidos que no se pudieron despachar',
    unplanned: 'Pedidos listos sin ruta ni entrega',
    unassigned: 'Entregas sin repartidor',
    failed: 'Entregas fallidas',
    flags: 'Alertas',
    late: 'Rutas con retraso',
    exceptions: 'Incidencias por valorar',
    refunds: 'Reembolsos por revisar',
    notifications: 'Mensajes que no se enviaron',
    endpoints: 'Endpoints de webhooks desactivados',
    webhooks: 'Webhooks que no se aceptaron',
    latest: (number: number) => `Entre los últimos ${number} de hoy.`,
    delivered: 'Entregados',
    routes: 'Rutas',
    underWay: 'Rutas en curso',
    onTime: (percent: number) => `${percent} % a tiempo`,
    count: (number: number, isExact: boolean) => `${count.format(number)}${isExact ? '' : '+'}`,
  },
};
