/** A step of a first delivery: what it does, and a shell command for it. */
export interface QuickstartStep {
  readonly title: string;
  readonly line: string;
}

/** Statuses in a job's history, as `curl` sees them. */
const STATUS = `'"created_at":"[^"]*","status":"[a-z_]*"'`;

/**
 * A first delivery in four lines that can be pasted one by one: create, quote, dispatch, watch. Each line
 * works alone. `externalId` names the order in all of them: use another one for another order.
 */
export function quickstart(target: {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly externalId: string;
}): readonly QuickstartStep[] {
  const { baseUrl, apiKey, externalId } = target;
  const curl = `curl -sS -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json'`;
  const order = {
    externalId,
    deliveryMode: 'now',
    pickupAddress: '1 Ferry Building, San Francisco, CA',
    pickupBusinessName: 'Corner Bakery',
    pickupPhoneNumber: '+14155550100',
    dropoffAddress: '900 Valencia St, San Francisco, CA',
    dropoffFirstName: 'Ada',
    dropoffPhoneNumber: '+14155550199',
    itemsCount: 1,
    valueCents: 2500,
    currency: 'USD',
  };
  return [
    { title: 'Create an order', line: `${curl} ${baseUrl}/v1/order -d '${JSON.stringify(order)}'` },
    {
      title: 'Quote it',
      line: `${curl} ${baseUrl}/v1/order/get_quotes -d '${JSON.stringify({ externalId })}'`,
    },
    {
      title: 'Dispatch it to the best quote',
      line: `${curl} -X POST ${baseUrl}/v1/order/external-identifier/${externalId}/autodispatch`,
    },
    {
      title: 'Watch until it is delivered',
      line: `until ${curl} ${baseUrl}/v1/jobs/external_identifier/${externalId} | grep -o ${STATUS} | tail -1 | awk '{print} /dropoff_complete/ {ok=1} END {exit !ok}'; do sleep 2; done`,
    },
  ];
}
