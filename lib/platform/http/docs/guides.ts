import { type QuickstartStep, quickstart } from './quickstart.ts';

/** A page of `/docs` that leads through one task. */
export interface Guide {
  /** Last part of its address. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly steps: readonly GuideStep[];
}

/** A step: shell commands that later steps of the guide build on, unless it says JavaScript. */
export interface GuideStep extends QuickstartStep {
  readonly text?: string;
  readonly language?: 'JavaScript';
}

/** What the samples of guides name. */
export interface GuideTarget {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Start of the names of all orders. */
  readonly externalId: string;
  /** Receiver of webhooks. */
  readonly webhookUrl: string;
  /** Planned day, such as `2026-03-02`. */
  readonly day: string;
}

/** The guides in the order in which a newcomer reads them. A test runs every step. */
export function guides(target: GuideTarget): readonly Guide[] {
  return [firstDelivery(target), firstRoute(target), webhooks(target), files(target), automations(target)];
}

const begin = ({ baseUrl, apiKey }: GuideTarget): GuideStep => ({
  title: 'Begin',
  text: 'Later lines use the address and the key from here, so paste all of them into the same terminal.',
  line: [
    `API=${baseUrl}`,
    `KEY=${apiKey}`,
    `call() { curl -sS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }`,
  ].join('\n'),
});

const json = (value: unknown) => `'${JSON.stringify(value)}'`;

/** Waits for the end of the activity in `$RUN`. */
const UNTIL_ENDED = `until call $API/v1/activities/$RUN | grep -Eq '"status":"(SUCCESS|FAILED|CANCELLED)"'; do sleep 1; done`;

/** Keeps the first id of a reply in a shell variable. */
const keep = (variable: string, prefix: string, call: string) =>
  `${variable}=$(${call} | grep -o '${prefix}_[0-9A-Za-z]*' | head -1); echo $${variable}`;

const order = (externalId: string, dropoffAddress: string) => ({
  externalId,
  pickupAddress: '1 Ferry Building, San Francisco, CA',
  pickupBusinessName: 'Corner Bakery',
  pickupPhoneNumber: '+14155550100',
  dropoffAddress,
  dropoffFirstName: 'Ada',
  dropoffPhoneNumber: '+14155550199',
  itemsCount: 1,
  valueCents: 2500,
  currency: 'USD',
});

function firstDelivery(target: GuideTarget): Guide {
  return {
    name: 'first-delivery',
    title: 'First delivery',
    text: 'An order is created, quoted, given to a carrier and watched until it is delivered. Each line works alone.',
    steps: quickstart(target),
  };
}

function firstRoute(target: GuideTarget): Guide {
  const { externalId, day } = target;
  const orders = ['900 Valencia St', '100 Market St', '1 Dr Carlton B Goodlett Pl'].map((street, index) => ({
    ...order(`${externalId}-${index + 1}`, `${street}, San Francisco, CA`),
    deliveryMode: 'scheduled',
    pickupStartTime: `${day}T17:00:00.000Z`,
    pickupEndTime: `${day}T18:00:00.000Z`,
    dropoffStartTime: `${day}T17:00:00.000Z`,
    dropoffEndTime: `${day}T21:00:00.000Z`,
  }));
  return {
    name: 'first-route',
    title: 'First route',
    text: 'Orders of one day are planned into routes of plain vans. With driver groups and a strategy, the vehicles and shifts of your own fleet are used.',
    steps: [
      begin(target),
      {
        title: 'Create the orders',
        line: orders.map((one) => `call $API/v1/order -d ${json(one)}`).join('\n'),
      },
      {
        title: 'Plan them',
        text: 'Planning is an activity, which goes on after the reply.',
        line: keep(
          'RUN',
          'act',
          `call $API/v1/activities/optimization -d ${json({ orderIds: orders.map((one) => one.externalId), save: true })}`,
        ),
      },
      { title: 'Wait for the plan', line: UNTIL_ENDED },
      {
        title: 'Look at the result',
        text: 'It has the saved routes, and for each order without one the reasons and what would help.',
        line: 'call $API/v1/activities/$RUN',
      },
    ],
  };
}

function webhooks(target: GuideTarget): Guide {
  return {
    name: 'webhooks',
    title: 'Webhooks',
    text: 'Your own server hears of every event within seconds. Messages that it does not take are sent again, under the same id.',
    steps: [
      begin(target),
      {
        title: 'Name the receiver',
        text: 'The reply has the secret with which messages are signed, as Standard Webhooks describes.',
        line: [
          `HOOK=$(call $API/v1/webhooks/endpoints -d ${json({ url: target.webhookUrl, eventTypes: ['delivery.dropoff_complete'] })})`,
          `ENDPOINT=$(echo "$HOOK" | grep -o 'ep_[0-9A-Za-z]*' | head -1); echo "$HOOK"`,
        ].join('\n'),
      },
      {
        title: 'Send a test',
        line: `call $API/v1/webhooks/endpoints/$ENDPOINT/test -d ${json({ eventType: 'delivery.dropoff_complete' })}`,
      },
      {
        title: 'Check the signature',
        text: 'Check the body as it came, before it is parsed. Refuse messages that are older than five minutes.',
        language: 'JavaScript',
        line: `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isGenuine(headers, body, secret, now = Date.now() / 1000) {
  const id = headers['webhook-id'];
  const sentAt = headers['webhook-timestamp'];
  if (Math.abs(now - sentAt) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = Buffer.from(createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest('base64'));
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}`,
      },
    ],
  };
}

function files(target: GuideTarget): Guide {
  const { pickupAddress, pickupBusinessName, pickupPhoneNumber, currency } = order('', '');
  const same = { pickupAddress, pickupBusinessName, pickupPhoneNumber, currency, deliveryMode: 'now' };
  const name = `${target.externalId}-file`;
  const rows = [
    'externalId,dropoffAddress,dropoffFirstName,dropoffPhoneNumber,itemsCount,Value',
    `${name},"900 Valencia St, San Francisco, CA",Ada,+14155550199,1,25.00`,
  ];
  return {
    name: 'files',
    title: 'Files',
    text: 'Orders of a shop come as a CSV or Excel file. Columns are recognized by their names, or named by a mapping; what is the same for all rows is sent once.',
    steps: [
      begin(target),
      {
        title: 'Ask for a link',
        line: [
          `UPLOAD=$(call $API/v1/uploads -d ${json({ kind: 'orders', fileName: 'monday.csv' })})`,
          `FILE=$(echo "$UPLOAD" | grep -o '"id":"[^"]*"' | head -1 | cut -d '"' -f 4)`,
          `LINK=$(echo "$UPLOAD" | grep -o '"uploadUrl":"[^"]*"' | cut -d '"' -f 4)`,
        ].join('\n'),
      },
      {
        title: 'Put the file there',
        line: `curl -sS -X PUT -H 'Content-Type: text/csv' "$LINK" -d '${rows.join('\n')}'`,
      },
      {
        title: 'See what would be imported',
        line: 'call $API/v1/uploads/$FILE/preview -d {}',
      },
      {
        title: 'Import it',
        line: keep('RUN', 'act', `call $API/v1/uploads/$FILE/import -d ${json({ values: same })}`),
      },
      {
        title: 'Wait for the end',
        text: 'It is SUCCESS when no row needs a person. Otherwise it says how to get the flawed rows.',
        line: `${UNTIL_ENDED}; call $API/v1/activities/$RUN`,
      },
      { title: 'Get an order', line: `call $API/v1/order/${name}` },
    ],
  };
}

function automations(target: GuideTarget): Guide {
  const name = `${target.externalId}-valuable`;
  const workflow = {
    name: `Tag valuable orders ${target.externalId}`,
    nodes: [
      { nodeKey: 'start', nodeType: 'trigger' },
      {
        nodeKey: 'valuable',
        nodeType: 'filter',
        nodeFilterConfig: [{ field: 'order.valueCents', operator: 'greater_than', value: 50_000 }],
      },
      { nodeKey: 'tag', nodeType: 'action', nodeAction: 'add_tag', nodeActionConfig: { tag: 'high-value' } },
    ],
    edges: [
      { edgeKey: 'e1', sourceNodeKey: 'start', targetNodeKey: 'valuable', executionOrder: 0 },
      {
        edgeKey: 'e2',
        sourceNodeKey: 'valuable',
        targetNodeKey: 'tag',
        executionOrder: 0,
        edgeType: 'success',
      },
    ],
    trigger: { triggerType: 'event', eventName: 'order.created' },
  };
  const valuable = {
    ...order(name, '900 Valencia St, San Francisco, CA'),
    deliveryMode: 'now',
    valueCents: 60_000,
  };
  return {
    name: 'automations',
    title: 'Automations',
    text: 'A workflow waits for an event, filters, and acts. This one marks orders of more than $500.',
    steps: [
      begin(target),
      {
        title: 'Create the workflow',
        line: keep('WORKFLOW', 'wf', `call $API/v1/workflows -d ${json(workflow)}`),
      },
      {
        title: 'Switch it on',
        line: `call $API/v1/workflows/$WORKFLOW/status -d ${json({ status: 'active' })}`,
      },
      { title: 'Create an order', line: `call $API/v1/order -d ${json(valuable)}` },
      {
        title: 'Wait for the tag',
        line: `until call $API/v1/order/${name} | grep -o high-value; do sleep 1; done`,
      },
    ],
  };
}
