import { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { areas } from '../../functions/api/index.ts';
import { apiDocument } from '../../functions/api/meta/api-document.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { chatCompletionsModel } from '../../lib/engines/models/index.ts';
import { jsonOverHttp } from '../../lib/fulfilment/providers/adapter/index.ts';
import { createOrganization, fetchJson } from '../../lib/people/tenancy/index.ts';
import { type DestinationPolicy, guardedLookup } from '../../lib/platform/core/destination.ts';
import type { Endpoint } from '../../lib/platform/http/index.ts';
import { requestSender } from '../../lib/reactions/connections/index.ts';
import { httpSender } from '../../lib/reactions/webhooks/index.ts';
import { CLOSED_NAMES, CLOSED_URLS, UNUSABLE_LINKS } from '../support/attacks/closed-addresses.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { dereference } from '../support/dereference.ts';
import type { OwnResource } from '../support/own-resource.ts';
import { ownResources } from '../support/own-resources.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** What names resolve to, and how often somebody asked. */
const resolver = vi.hoisted(() => ({
  answers: new Map<string, readonly string[]>(),
  asked: [] as string[],
}));

vi.mock('node:dns', async (load) => {
  const real = await load<typeof import('node:dns')>();
  const lookup = (name: string, options: object, done: (error: Error | null, found: object[]) => void) => {
    const known = resolver.answers.get(name);
    resolver.asked.push(name);
    if (!known) return real.lookup(name, { ...options, all: true }, done);
    const found = known.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    queueMicrotask(() => done(null, found));
  };
  return { ...real, lookup };
});

/** How a URL is put into the body of a request that saves it, in or beside the resource of these parameters. */
type Put = (url: string, params: OwnResource['params']) => unknown;

const channel =
  (type: string): Put =>
  (url) => ({
    name: 'Team',
    channels: [{ type, recipients: [url] }],
  });

/** Every field of the API that the service itself calls later, by the operations that save it. */
const CALLED: readonly (readonly [operation: string, field: string, put: Put])[] = [
  ['createWebhookEndpoint', 'url', (url) => ({ ...exampleOf('createWebhookEndpoint'), url })],
  ['updateWebhookEndpoint', 'url', (url) => ({ url })],
  ['createNotificationDestination', 'recipients', channel('webhook')],
  ['createNotificationDestination', 'recipients', channel('slack')],
  ['createNotificationDestination', 'recipients', channel('teams')],
  ['updateNotificationDestination', 'recipients', channel('webhook')],
  ['createConnection', 'origin', (origin) => ({ ...exampleOf('createConnection'), origin })],
  ['updateConnection', 'origin', (origin) => ({ origin })],
  [
    'setPhonePush',
    'endpoint',
    (endpoint) => ({ subscription: { ...Object(exampleOf('setPhonePush')).subscription, endpoint } }),
  ],
  ['createHttpFleet', 'baseUrl', (baseUrl) => ({ ...exampleOf('createHttpFleet'), baseUrl })],
  ['updateHttpFleet', 'baseUrl', (baseUrl) => ({ baseUrl })],
];

/** Every field of the API with an address that the service calls at once, and saves nowhere. */
const FETCHED: typeof CALLED = [['maskFaceInPhoto', 'imageUrl', (imageUrl) => ({ imageUrl })]];

/** Every field of the API with an address that the service keeps for people and never calls. */
const KEPT: readonly (readonly [operation: string, field: string, put: Put])[] = [
  ['createDeliveryIncident', 'incidentFileUrl', (url) => incident({ incidentFileUrl: url })],
  ['createDeliveryIncident', 'incidentFileUrls', (url) => incident({ incidentFileUrls: [url] })],
  ['updateFleetDelivery', 'imageUrl', (url) => ({ proofOfDelivery: [photo(url)] })],
  ['updateFleetDelivery', 'profileImageUrl', (url) => ({ courier: { profileImageUrl: url } })],
  ['updateFleetDeliveries', 'imageUrl', (url, params) => row(params, { proofOfDelivery: [photo(url)] })],
  [
    'updateFleetDeliveries',
    'profileImageUrl',
    (url, params) => row(params, { courier: { profileImageUrl: url } }),
  ],
  ['saveProducts', 'imageUrls', (url) => ({ products: [{ ...firstProduct(), imageUrls: [url] }] })],
];

const endpoints: readonly Endpoint[] = areas.flatMap((area) => area.endpoints);

function endpointNamed(name: string): Endpoint {
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
}

function exampleOf(name: string): object {
  return Object(endpointNamed(name).bodyExample);
}

const photo = (imageUrl: string) => ({ podType: 'photo_proof_of_delivery', imageUrl });

const row = ({ delivery_id: deliveryId }: OwnResource['params'], fields: object) => ({
  deliveries: [{ deliveryId, ...fields }],
});

const incident = (files: object) => ({ ...exampleOf('createDeliveryIncident'), ...files });

function firstProduct(): object {
  return (exampleOf('saveProducts') as { products: readonly object[] }).products[0] ?? {};
}

describe('49.4 addresses that are saved', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let key: string;
  let organizationId: string;
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    api = await deployedEntries(db);
    const made = await createOrganization(tenancyDeps(db.deps), { name: 'Own' });
    key = made.key;
    organizationId = made.organization.id;
  });
  afterAll(async () => {
    await api.stop();
    await db.stop();
  });

  /** What becomes of each of the texts when an operation is to save it. */
  async function outcomesOf(operation: string, put: Put, texts: readonly string[]) {
    const { routeKey } = endpointNamed(operation);
    const make = ownResources[operation === 'updateFleetDeliveries' ? 'updateFleetDelivery' : operation];
    const none: OwnResource = { params: {} };
    const { params, token = key } =
      (await make?.({ call: api.call, key, organizationId, deps: db.deps })) ?? none;
    const replies = [];
    for (const text of texts) {
      const { status, json } = await api.call(routeKey, { key: token, params, body: put(text, params) });
      // A row that is refused is a part of a reply that succeeds.
      const code: string | null | undefined = json?.error?.code ?? json?.results?.[0]?.errorCode;
      const refused = status >= 400 && status < 500;
      const outcome = refused || (status === 200 && code) ? 'refused' : status === 200 ? 'taken' : 'failed';
      replies.push({ text, outcome });
    }
    return replies;
  }

  const all = (outcome: string, texts: readonly string[]) => texts.map((text) => ({ text, outcome }));

  it.each(CALLED)(
    '%s refuses every closed address as %s, and takes a public one',
    async (operation, _, put) => {
      const closed = CLOSED_URLS.map(({ url }) => url);
      const open = ['https://hooks.example.com:8443'];
      expect(await outcomesOf(operation, put, closed)).toEqual(all('refused', closed));
      expect(await outcomesOf(operation, put, open)).toEqual(all('taken', open));
    },
  );

  it.each(FETCHED)('%s refuses every closed address as %s', async (operation, _, put) => {
    const closed = CLOSED_URLS.map(({ url }) => url);
    expect(await outcomesOf(operation, put, closed)).toEqual(all('refused', closed));
  });

  it.each(KEPT)(
    '%s refuses what nobody may follow as %s, and takes a web address',
    async (operation, _, put) => {
      const usable = ['https://shop.example.com/photo.jpg'];
      expect(await outcomesOf(operation, put, UNUSABLE_LINKS)).toEqual(all('refused', UNUSABLE_LINKS));
      expect(await outcomesOf(operation, put, usable)).toEqual(all('taken', usable));
    },
  );

  it('knows every field of a request body that is named like an address', () => {
    const known = new Set(
      [...CALLED, ...FETCHED, ...KEPT].map(([operation, field]) => `${operation}.${field}`),
    );
    expect(new Set(addressFields())).toEqual(known);
  });
});

/** Fields of request bodies with the name of an address, as `createConnection.origin`. */
function addressFields(): readonly string[] {
  const named =
    /(^|[a-z])(url|uri|urls|uris)$|^origin$|^endpoint$|^host$|^recipients$|(link|website|webhook)s?$/i;
  const fieldsIn = (schema: unknown): readonly string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const properties = Object.keys(Reflect.get(schema, 'properties') ?? {});
    return [...properties, ...Object.values(schema).flatMap(fieldsIn)];
  };
  const document = JSON.parse(JSON.stringify(apiDocument()));
  const paths = Object.values(Object(dereference(document.paths, document)));
  return paths
    .flatMap((methods) => Object.values(Object(methods)))
    .flatMap((operation) => {
      const { operationId, requestBody } = Object(operation);
      return fieldsIn(requestBody)
        .filter((field) => named.test(field))
        .map((field) => `${operationId}.${field}`);
    });
}

/** Everything that sends to addresses from outside, as a function that says why nothing was sent. */
const SENDERS: Readonly<
  Record<string, (policy: DestinationPolicy, url: string) => Promise<number | string>>
> = {
  'webhooks and notifications': async (policy, url) => {
    const { status, error } = await httpSender(policy).send(url, {}, '{}');
    return status ?? String(error);
  },
  'connections and requests of workflows': async (policy, url) => {
    const ready = { method: 'POST', url, headers: {}, body: '{}', timeoutMs: 5_000, wantsBody: true };
    const outcome = await requestSender(policy)(ready);
    return 'stage' in outcome ? outcome.reason : outcome.status;
  },
  'partners and carriers': async (policy, url) => {
    const request = {
      method: 'POST' as const,
      url,
      headers: {},
      body: '{}',
      signal: AbortSignal.timeout(5_000),
    };
    return jsonOverHttp(policy)(request).then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
  },
};

const cloud = { allowLoopback: false };
const laptop = { allowLoopback: true };

describe.each(Object.entries(SENDERS))('49.4 requests of %s', (_, send) => {
  beforeEach(() => {
    resolver.answers = new Map(Object.entries(CLOSED_NAMES));
    resolver.asked = [];
  });

  it.each(CLOSED_URLS)('do not go to $title: $url', async ({ url }) => {
    const connects = vi.spyOn(Socket.prototype, 'connect');
    expect(await send(cloud, url)).toEqual(expect.stringMatching(/./));
    expect(connects).not.toHaveBeenCalled();
    connects.mockRestore();
  });

  it.each(Object.keys(CLOSED_NAMES))('do not go to %s, whatever port', async (name) => {
    for (const port of ['', ':8443', ':22']) {
      expect(await send(cloud, `https://${name}${port}`)).toContain('no address on the public internet');
    }
  });

  it('are checked by the look-up that the connection uses: a name that changes its mind is refused then', async () => {
    await send(cloud, 'https://private.example.com');
    expect(resolver.asked).toEqual(['private.example.com']);
    await send(cloud, 'https://private.example.com');
    expect(resolver.asked).toHaveLength(2);
  });

  it.each([301, 302, 303, 307, 308])('do not follow a %i', async (status) => {
    const inside = await startWebhookReceiver();
    const outside = await startWebhookReceiver();
    outside.answerWith(() => ({ status, headers: { location: inside.url } }));
    expect(await send(laptop, outside.url)).toBe(status);
    expect([outside.received.length, inside.received.length]).toEqual([1, 0]);
    await Promise.all([inside.stop(), outside.stop()]);
  });
});

it('49.4 of several addresses of a name, only those on the public internet are connected to', async () => {
  resolver.answers = new Map([
    ['mixed.example.com', ['10.0.0.5', '93.184.215.14', '::1', '2606:2800:21f:cb07::1']],
  ]);
  const found = await new Promise((resolve) =>
    guardedLookup(cloud)('mixed.example.com', { all: true }, (_, addresses) => resolve(addresses)),
  );
  expect(found).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '2606:2800:21f:cb07::1', family: 6 },
  ]);
});

describe('49.4 addresses of the installation itself', () => {
  let inside: WebhookReceiver;
  let outside: WebhookReceiver;
  beforeAll(async () => {
    inside = await startWebhookReceiver();
    outside = await startWebhookReceiver();
    outside.answerWith(() => ({ status: 302, headers: { location: inside.url } }));
  });
  afterAll(() => Promise.all([inside.stop(), outside.stop()]));

  it("a model's endpoint and an issuer cannot redirect a request elsewhere", async () => {
    const key = async () => 'secret';
    const model = chatCompletionsModel({ url: outside.url, defaultModel: 'm', key, fetch });
    const question = { instructions: '', material: '', schema: null, model: null, timeoutMs: 5_000 };
    expect(await model.ask(question)).toHaveProperty('problem');
    await expect(fetchJson(outside.url)).rejects.toThrow();
    expect([outside.received.length, inside.received.length]).toEqual([2, 0]);
  });
});
