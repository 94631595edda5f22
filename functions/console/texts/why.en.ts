/** English texts: why an order was treated as it was, by the codes of the API. */

/** Values in a sentence: prices, times and names as they are shown. */
type Said = Readonly<Record<string, string>>;
type Sentences = Readonly<Record<string, (said: Said) => string>>;

export const texts = {
  words: {} as Readonly<Record<string, string>>,
  what: {
    WORKFLOW_STEP: ({ node, status }) => `Step “${node}”: ${status}`,
    PROVIDER_CHOSEN: ({ providerName, attempt }) => `${providerName} was chosen (attempt ${attempt})`,
    NO_PROVIDER_YET: ({ attempt }) => `No provider has been chosen yet (attempt ${attempt})`,
    DISPATCH_WAITS: () => 'Dispatch waits for workflows',
    DISPATCH_GOES_ON: () => 'Dispatch no longer waits',
    LEFT_OUT: () => 'The order was left without a route',
    FROM_SHOP: () => 'The order came from a shop',
    FROM_RECURRING_ORDER: () => 'The order was created by a recurring order',
    NEEDS_ATTENTION: ({ field }) => `The order needs attention: ${field}`,
  } as Sentences,
  because: {
    PROVIDER_ORDER: ({ strategy, order }) => `The strategy “${strategy}” tries providers ${order}.`,
    RULE_CHOSE_STRATEGY: ({ rule }) => `The rule “${rule}” chose the dispatch strategy.`,
    STRATEGY_TOOK_OVER: ({ strategy }) =>
      `The strategy “${strategy}” took over, because the one before it found no provider or had no attempt left.`,
    SELECTED_BY_CALLER: () => 'Somebody selected this quote; the ranking does not bind them.',
    NEXT_RANK: ({ rank }) => `Rank ${rank} was chosen, because those before it had been tried.`,
    RANKED: ({ providerName, rank, details }) => `${providerName} has rank ${rank}: ${details}.`,
    ABOVE_LIMIT: ({ providerName, price, limit }) =>
      `${providerName} charges ${price}, above the limit of ${limit}.`,
    UNAVAILABLE: ({ providerName, errorMessage }) => `${providerName} cannot be chosen: ${errorMessage}`,
    WAITS_FOR_WORKFLOWS: () =>
      'The dispatch strategy waits for the workflows that the events of the order start.',
    WORKFLOWS_ENDED: () => 'The workflows have ended.',
    WAIT_EXPIRED: () => 'The wait for the workflows is over.',
    STARTED_BY: ({ startedBy }) => `The workflow was started by: ${startedBy}.`,
    ORDER_OF_SHOP: ({ shopOrderId }) => `Its number in the shop is ${shopOrderId}.`,
    OCCURRENCE: ({ date }) => `It is the occurrence of ${date}.`,
  } as Sentences,
  /** Parts of a ranking. */
  details: {
    arrival: ({ at }) => `arrival ${at}`,
    reliability: ({ percent, count }) => `${percent} reliable in ${count} deliveries`,
    assumed: ({ percent }) => `${percent} on time assumed`,
    onTime: ({ percent, count }) => `${percent} on time in ${count} deliveries`,
    against: ({ percent }) => `the other ${percent}`,
    late: ({ minutes, weighed }) => `${minutes} minutes late expected, ${weighed} with them`,
    weight: ({ weight }) => `weight ${weight}`,
    triedOut: () => 'tried out in order to be measured',
  } as Sentences,
  orders: {
    cheapest: 'by the lowest price',
    preferred_order: 'in the order of the allowed providers',
    fastest: 'by the earliest arrival',
    most_reliable: 'by reliability',
    weighted: 'in a random order weighted by their weights and reliability',
    dynamic: 'by price and expected lateness together',
  } as Readonly<Record<string, string>>,
  statuses: {
    completed_filter_success: 'condition met',
    completed_filter_negative: 'condition not met',
    completed_filter_error: 'condition could not be checked',
    completed: 'done',
    failed: 'failed',
    paused: 'waiting',
    ready_to_resume: 'about to continue',
  } as Readonly<Record<string, string>>,
  by: {
    rule: 'Validation of orders',
    caller: 'Selected quote',
    optimization: 'Optimization',
    waits: 'Automatic dispatch',
  } as Readonly<Record<string, string>>,
};
