/** A kind of thing that an assistant can read by its address. */
export interface ToolResource {
  /** Scheme of the address, as in `order://ord_...`. */
  readonly scheme: string;
  readonly title: string;
  readonly description: string;
  /** Tool that reads one, by the parameter `id`. */
  readonly readBy: string;
  /** Tool that lists the latest, with its arguments and the field of the rows; runs are listed by workflow only. */
  readonly listedBy?: {
    readonly tool: string;
    readonly given: Readonly<Record<string, unknown>>;
    readonly rows: string;
  };
}

/** Orders, routes and runs of workflows as resources. */
export const TOOL_RESOURCES: readonly ToolResource[] = Object.freeze([
  {
    scheme: 'order',
    title: 'Order',
    description: 'An order with its addresses, times and state.',
    readBy: 'getOrder',
    listedBy: { tool: 'listOrders', given: { limit: 20 }, rows: 'results' },
  },
  {
    scheme: 'route',
    title: 'Route',
    description: 'A route with its stops, times and health.',
    readBy: 'getRoute',
    listedBy: { tool: 'listRoutes', given: { limit: 20 }, rows: 'results' },
  },
  {
    scheme: 'run',
    title: 'Run of a workflow',
    description: 'A run of a workflow with its steps.',
    readBy: 'getWorkflowExecution',
  },
]);
