/** Most bytes that a function may load when it starts: the present size with a little room. */
const LIMIT = 404_000;

/** The same for an area of the API, which has the schemas of all its endpoints. */
const LIMIT_OF_AREAS = 436_000;

/** Functions that need more than others, each with its limit and what is in it. */
const LARGER: Readonly<Record<string, { readonly limit: number; readonly because: string }>> = {
  'api-notifications': {
    limit: 446_000,
    because: 'triggers of every kind with the schemas of their parameters',
  },
  'api-planning': { limit: 504_000, because: 'planning, routes and what they are assigned to' },
  'api-driver': { limit: 497_000, because: 'everything that a phone reports' },
  'api-workflow-runs': { limit: 442_000, because: 'every trigger of workflows, and what a run can be about' },
  'api-uploads': { limit: 453_000, because: 'columns of every kind of file, and the rules of orders' },
  'api-driver-phones': { limit: 460_000, because: 'drivers, their messages and forms, and what they carry' },
  'api-orders': { limit: 467_000, because: 'every field of orders, and how the job of an order fares' },
  'api-jobs': { limit: 459_000, because: 'jobs, the orders in them, and every change of both' },
  'api-dispatch': { limit: 457_000, because: 'orders, jobs and invoices in one area' },
  'api-route-execution': { limit: 454_000, because: 'routes, and the orders and jobs at their stops' },
  'api-own-fleet': { limit: 446_000, because: 'couriers, their assignments, and what they carry' },
  'run-workflows': {
    limit: 440_000,
    because: 'workflows, and the orders, jobs and routes that they are about',
  },
  'attempt-dispatch': { limit: 423_000, because: 'dispatch in all its steps' },
  'dispatch-orders': { limit: 413_000, because: 'dispatch, and the workflows that orders wait for' },
  'dispatch-plans': { limit: 406_000, because: 'routes, and the dispatch of their orders' },
  'replay-workflows': { limit: 406_000, because: 'every trigger of workflows' },
  'make-notifications': { limit: 427_000, because: 'triggers of every kind' },
  'watch-positions': { limit: 426_000, because: 'triggers of every kind' },
};

/** Most bytes that a function may load when it starts. What it loads later (cdk/bundles/split-function.ts) is not in them. */
export function limitOf(name: string): number {
  return LARGER[name]?.limit ?? (name.startsWith('api-') ? LIMIT_OF_AREAS : LIMIT);
}
