/** Most bytes that a function may load when it starts: the present size with a little room. */
const LIMIT = 412_000;

/** The same for an area of the API, which has the schemas of all its endpoints. */
const LIMIT_OF_AREAS = 452_000;

/** Functions that need more than others, each with its limit and what is in it. */
const LARGER: Readonly<Record<string, { readonly limit: number; readonly because: string }>> = {
  'api-notifications': {
    limit: 534_000,
    because: 'triggers of every kind with the schemas of their parameters',
  },
  'api-planning': { limit: 518_000, because: 'planning, routes and what they are assigned to' },
  'api-driver': { limit: 511_000, because: 'everything that a phone reports' },
  'api-workflow-runs': { limit: 504_000, because: 'every trigger of workflows, and what a run can be about' },
  'api-uploads': { limit: 502_000, because: 'columns of every kind of file, and the rules of orders' },
  'api-driver-phones': { limit: 486_000, because: 'drivers, their messages and forms, and what they carry' },
  'api-orders': { limit: 481_000, because: 'every field of orders, and how the job of an order fares' },
  'api-jobs': { limit: 474_000, because: 'jobs, the orders in them, and every change of both' },
  'api-dispatch': { limit: 472_000, because: 'orders, jobs and invoices in one area' },
  'api-route-execution': { limit: 469_000, because: 'routes, and the orders and jobs at their stops' },
  'api-own-fleet': { limit: 461_000, because: 'couriers, their assignments, and what they carry' },
  'run-workflows': { limit: 532_000, because: 'every action of workflows' },
  'attempt-dispatch': { limit: 461_000, because: 'dispatch in all its steps' },
  'dispatch-orders': { limit: 451_000, because: 'dispatch, and the workflows that orders wait for' },
  'dispatch-plans': { limit: 443_000, because: 'routes, and the dispatch of their orders' },
  'replay-workflows': { limit: 443_000, because: 'every trigger of workflows' },
  'follow-routes': { limit: 442_000, because: 'routes, and the deliveries and orders at their stops' },
  'assign-couriers': { limit: 442_000, because: 'couriers, their assignments, and what they carry' },
  'tell-shops': { limit: 434_000, because: 'deliveries and orders, and every kind of shop' },
  'record-facts': { limit: 431_000, because: 'orders, jobs, routes and runs, whose events it counts' },
  'make-notifications': { limit: 428_000, because: 'triggers of every kind' },
  'watch-positions': { limit: 427_000, because: 'triggers of every kind' },
};

/** Most bytes that a function may load when it starts. What it loads later (cdk/bundles/split-function.ts) is not in them. */
export function limitOf(name: string): number {
  return LARGER[name]?.limit ?? (name.startsWith('api-') ? LIMIT_OF_AREAS : LIMIT);
}
