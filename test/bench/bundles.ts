import { statSync } from 'node:fs';
import { functionEntries, functionFile } from '../../cdk/build-functions.ts';
import { areas } from '../../functions/api/index.ts';
import { queueWorkers } from '../../functions/workers/index.ts';

/** Maximum size of a function's bundle, in bytes: the present size with a little room. */
const BUNDLE_LIMIT = 400_000;

/** The same for functions that take addresses, which contain what reads and keeps them. */
const LIMIT_WITH_ADDRESSES = 450_000;

/** The architecture's bound. */
const HIGHEST_LIMIT = 600_000;

/** These have outgrown that bound and are to be split; they may not grow any further. */
const TO_BE_SPLIT = 760_000;

/** Functions that need more than others, each with its limit and what is in it. */
const LARGER: Readonly<Record<string, { readonly limit: number; readonly because: string }>> = {
  'api-window-schedules': { limit: 619_000, because: 'recurrence rules: a library of 180 kB' },
  'make-notifications': {
    limit: HIGHEST_LIMIT,
    because: 'every trigger: windows, zones, time zones, orders and jobs',
  },
  'watch-positions': { limit: HIGHEST_LIMIT, because: 'every trigger, as make-notifications' },
  'api-recurring-orders': {
    limit: TO_BE_SPLIT,
    because: 'recurrence rules, addresses, and orders with the workflows inside the request',
  },
  'follow-recurring-orders': { limit: TO_BE_SPLIT, because: 'as api-recurring-orders' },
  'extend-windows': { limit: HIGHEST_LIMIT, because: 'recurrence rules' },
  'api-planning': { limit: TO_BE_SPLIT, because: 'route planning: the optimizer, 118 kB, and the map' },
  'solve-part': { limit: 621_000, because: 'route planning' },
  'api-jobs': {
    limit: 707_000,
    because: 'addresses, providers and all changes of jobs in one area, and is to be split',
  },
  'api-dispatch': {
    limit: 708_000,
    because: 'addresses, orders and providers in one area, and tables of invoices; it is to be split',
  },
  'api-manifests': {
    limit: TO_BE_SPLIT,
    because: 'addresses, orders and providers in one area, as api-dispatch; the PDFs are loaded late',
  },
  'api-ai': { limit: 525_000, because: 'the client of Bedrock; photos are loaded late' },
  'api-route-execution': {
    limit: 645_000,
    because: 'routes, the dispatch of their orders to providers, and the deliveries at their stops',
  },
  'api-workflows': {
    limit: 584_000,
    because: 'every action of workflows with its payload, and the fields of orders; patterns are loaded late',
  },
  'api-workflow-runs': {
    limit: 635_000,
    because: 'every action of workflows, and what a run can be about; what they act on is loaded late',
  },
  'run-workflows': { limit: TO_BE_SPLIT, because: 'every action of workflows, and what they act on' },
  'close-windows': {
    limit: TO_BE_SPLIT,
    because: 'addresses, orders, providers and workflows inside orders',
  },
  'do-bulk-work': { limit: TO_BE_SPLIT, because: 'everything that is done to one order' },
  'api-orders': {
    limit: 519_000,
    because: 'addresses, workflows inside the request, and how the job of an order fares',
  },
  'api-bookings': { limit: 502_000, because: 'windows, orders, and workflows inside the request' },
  'do-workflow-work': { limit: 541_000, because: 'HTTP requests, models and agents of workflows' },
  'step-agent-run': { limit: 452_000, because: 'the client of Bedrock, and the credentials that it lends' },
  'api-notifications': {
    limit: 653_000,
    because:
      'triggers of every kind with the schemas of their parameters, windows, templates and flags, and the measures of rules',
  },
  'follow-windows': { limit: 455_000, because: 'windows, orders, and workflows inside orders' },
  'api-uploads': {
    limit: 580_000,
    because:
      'the CSV library, 45 kB, the bounds of workbooks, and the rules of orders, by which a preview checks its rows',
  },
  'split-uploads': { limit: 440_000, because: 'the schema of orders, and the CSV library' },
  'api-execute': {
    limit: 452_000,
    because: 'routes with the positions of their couriers, and the fleets whose drivers they are given to',
  },
  'api-routes': {
    limit: 440_000,
    because: 'routes, the travel between their stops, and the items of their orders',
  },
  'follow-templates': { limit: HIGHEST_LIMIT, because: 'recurrence rules' },
  'review-deliveries': {
    limit: 483_000,
    because: 'the rules of dispatch, with the providers that a strategy may name',
  },
  'replay-workflows': { limit: 532_000, because: 'every action of workflows, and the fields of orders' },
  'carry-optimization': {
    limit: 680_000,
    because:
      'route planning, what remedies change, vehicles that are spare, and the store of problems and plans',
  },
  'dispatch-plans': { limit: 557_000, because: 'the dispatch of routes to providers' },
  'send-email': { limit: 444_000, because: 'the client of SES' },
  'attempt-dispatch': { limit: 527_000, because: 'dispatch, and the adapters of the providers' },
  'dispatch-orders': {
    limit: 544_000,
    because: 'dispatch, the adapters of the providers, and the workflows that orders wait for',
  },
  'api-deliveries': { limit: 501_000, because: 'deliveries, jobs and the adapters of the providers' },
  'api-provider-updates': { limit: 488_000, because: 'deliveries, and the adapters of the providers' },
  'poll-providers': { limit: 476_000, because: 'deliveries, and the adapters of the providers' },
  'api-shops': {
    limit: 533_000,
    because: 'the rules of orders, by which a test checks the order of a message',
  },
  'api-shop-inbox': {
    limit: 435_000,
    because: 'every kind of shop, with the fields of orders that its messages fill',
  },
  'take-shop-messages': {
    limit: TO_BE_SPLIT,
    because: 'everything that is done to one order, as do-bulk-work',
  },
  'tell-shops': { limit: 433_000, because: 'deliveries and orders, and every kind of shop' },
  'api-strategies': {
    limit: 483_000,
    because: 'strategies, their rules and the providers with their accounts',
  },
  'api-console': { limit: 414_000, because: 'the client of Amazon Location, which tells the key to the map' },
  'record-facts': {
    limit: 436_000,
    because: 'orders, jobs, routes and runs of workflows, whose events it counts',
  },
  'count-facts': { limit: 425_000, because: 'the messages of reports, with the rules of telephone numbers' },
  'api-insights': { limit: 419_000, because: 'every measure, what it is counted from, and reports' },
  'api-documents': { limit: 405_000, because: 'jobs, routes and orders, whose documents they are' },
  'api-incidents': { limit: 409_000, because: 'jobs with their deliveries, and the reports about them' },
  'api-zones': { limit: 443_000, because: 'zones, and the providers that their restrictions name' },
  'api-provider-accounts': { limit: 467_000, because: 'accounts, and the adapters of the providers' },
  'api-own-fleet': {
    limit: 461_000,
    because: 'couriers, their assignments, and the deliveries and routes that they carry',
  },
  'api-driver-phones': {
    limit: 449_000,
    because: 'drivers, their messages and forms, and the jobs that they carry',
  },
  'api-tracking': {
    limit: 408_000,
    because: 'jobs with their quotes and strategies, and the page of the recipient',
  },
  'api-driver': {
    limit: 549_000,
    because:
      'everything that a phone reports: offers, shifts, stops of routes, deliveries, exceptions, documents, messages and forms',
  },
  'assign-couriers': {
    limit: 431_000,
    because: 'couriers, their assignments, and the deliveries and routes that they carry',
  },
  'api-webhooks': { limit: 430_000, because: 'whatever a webhook carries, to send a test' },
  'follow-routes': { limit: 453_000, because: 'routes, and the deliveries and orders at their stops' },
  'make-webhook-messages': { limit: 431_000, because: 'whatever a webhook carries: orders, jobs and routes' },
  'send-workflow-messages': { limit: 426_000, because: 'workflows, templates, and the senders of messages' },
  'api-fleet': {
    limit: 448_000,
    because: 'groups, drivers, vehicles and shifts are one area, and stores see them by their routes',
  },
  'api-tenancy': {
    limit: 418_000,
    because: 'people, roles and keys, and the stores and driver groups to which they are limited',
  },
  'write-lake': { limit: 436_000, because: 'the writer of Parquet, and what facts and routes are made of' },
  'api-order-operations': { limit: 402_000, because: 'orders with everything that is done to them' },
  'handle-personal-data': { limit: 402_000, because: 'every kind of record that knows people' },
  'api-windows': { limit: 416_000, because: 'windows, and the orders that may be booked into them' },
};

/**
 * One function's bundle: what it loads at start-up. What it loads late is in files beside it
 * (cdk/bundles/load-late.ts).
 */
export interface Bundle {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

/** Maximum size of the bundle called `name`, in bytes. */
export function limitOf(name: string): number {
  const larger = LARGER[name];
  if (larger) return larger.limit;
  const takesAddresses =
    areas.some((area) => `api-${area.name}` === name && area.uses.geocodes) ||
    queueWorkers.some((worker) => worker.name === name && worker.uses.geocodes);
  return takesAddresses ? LIMIT_WITH_ADDRESSES : BUNDLE_LIMIT;
}

/** The bundles that the last build left. */
export function bundles(): readonly Bundle[] {
  return [...functionEntries().keys()].map((name) => {
    const file = functionFile(name);
    return { name, file, bytes: statSync(file).size };
  });
}
