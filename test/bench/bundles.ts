/** Most bytes that a function may load when it starts: the present size with a little room. */
const LIMIT = 416_000;

/** The same for an area of the API, which has the schemas of all its endpoints. */
const LIMIT_OF_AREAS = 456_000;

/** Functions that need more than others, each with its limit and what is in it. */
const LARGER: Readonly<Record<string, { readonly limit: number; readonly because: string }>> = {
  'api-notifications': {
    limit: 540_000,
    because: 'triggers of every kind with the schemas of their parameters',
  },
  'api-planning': { limit: 524_000, because: 'planning, routes and what they are assigned to' },
  'api-driver': { limit: 517_000, because: 'everything that a phone reports' },
  'api-workflow-runs': { limit: 510_000, because: 'every trigger of workflows, and what a run can be about' },
  'api-uploads': { limit: 508_000, because: 'columns of every kind of file, and the rules of orders' },
  'api-driver-phones': { limit: 492_000, because: 'drivers, their messages and forms, and what they carry' },
  'api-orders': { limit: 487_000, because: 'every field of orders, and how the job of an order fares' },
  'api-jobs': { limit: 480_000, because: 'jobs, the orders in them, and every change of both' },
  'api-dispatch': { limit: 478_000, because: 'orders, jobs and invoices in one area' },
  'api-route-execution': { limit: 475_000, because: 'routes, and the orders and jobs at their stops' },
  'api-own-fleet': { limit: 467_000, because: 'couriers, their assignments, and what they carry' },
  'run-workflows': { limit: 538_000, because: 'every action of workflows' },
  'attempt-dispatch': { limit: 467_000, because: 'dispatch in all its steps' },
  'dispatch-orders': { limit: 457_000, because: 'dispatch, and the workflows that orders wait for' },
  'dispatch-plans': { limit: 449_000, because: 'routes, and the dispatch of their orders' },
  'replay-workflows': { limit: 449_000, because: 'every trigger of workflows' },
  'follow-routes': { limit: 448_000, because: 'routes, and the deliveries and orders at their stops' },
  'assign-couriers': { limit: 448_000, because: 'couriers, their assignments, and what they carry' },
  'tell-shops': { limit: 440_000, because: 'deliveries and orders, and every kind of shop' },
  'record-facts': { limit: 437_000, because: 'orders, jobs, routes and runs, whose events it counts' },
  'make-notifications': { limit: 434_000, because: 'triggers of every kind' },
  'watch-positions': { limit: 433_000, because: 'triggers of every kind' },
};

/** Most bytes that a function may load when it starts. What it loads later (cdk/bundles/split-function.ts) is not in them. */
export function limitOf(name: string): number {
  return LARGER[name]?.limit ?? (name.startsWith('api-') ? LIMIT_OF_AREAS : LIMIT);
}
