import { areas } from '../../../functions/api/index.ts';
import { loads } from './index.ts';

/** Areas that have no generator yet, each with what it is waiting for. */
const WAITING: Readonly<Record<string, string>> = {
  'provider-accounts':
    'Partners over HTTP: the carriers of the simulation stand behind the interface of providers.',
  'provider-updates': 'Called by the carriers of the simulation themselves.',
  shops: 'Shops are not part of the simulation yet; test/conformance/shops has simulated ones.',
  'shop-inbox': 'Called by shops, which are not part of the simulation yet.',
  deliveries: 'Carriers of the simulation move their deliveries themselves.',
  console: 'Files of the web app: asking for them changes nothing.',
  ai: 'Reviews by a model, which the simulation does not have; no generator yet.',
  driver: 'Pictures of drivers go through the same operations as other documents, which are driven.',
  manifests: 'Documents of deliveries, drawn by a library that takes time of the machine; no generator yet.',
  mcp: 'The protocol is served by a library that takes time of the machine; what its tools do is driven directly.',
};

/** Endpoints without a generator, by area, with the reason. */
export const toCome: readonly {
  readonly area: string;
  readonly why: string;
  readonly endpoints: readonly string[];
}[] = [
  {
    area: 'activities',
    why: 'They read the whole table, and an erasure changes what other loads have recorded; test/scenarios has both.',
    endpoints: ['POST /v1/activities/erasures', 'POST /v1/activities/exports'],
  },
  ...Object.entries(WAITING).map(([area, why]) => {
    const driven = new Set(loads.flatMap(({ drives }) => drives));
    const endpoints = areas.find(({ name }) => name === area)?.endpoints ?? [];
    return {
      area,
      why,
      endpoints: endpoints.map(({ routeKey }) => routeKey).filter((key) => !driven.has(key)),
    };
  }),
];
