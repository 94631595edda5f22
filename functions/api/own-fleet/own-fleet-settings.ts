import * as z from 'zod';
import {
  invalidOwnFleet,
  type OwnFleetAccount,
  readOwnFleet,
  saveOwnFleet,
} from '../../../lib/fleet/own-fleet/index.ts';
import { OWN_FLEET } from '../../../lib/fleet/own-fleet/provider/index.ts';
import { providerNotFound } from '../../../lib/fulfilment/providers/accounts/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { currencyCode } from '../../../lib/platform/http/index.ts';
import { ownFleetEndpoint } from './deps.ts';

const cents = (description: string) => z.int().min(0).max(10_000_000).meta({ description });

const rate = z
  .object({
    driverGroupId: z.string().min(1).max(255).meta({
      description: 'Id or external identifier of the driver group whose couriers are offered work.',
    }),
    baseCents: cents('Base price of a delivery, in cents.'),
    perKilometerCents: z
      .number()
      .min(0)
      .max(10_000_000)
      .meta({
        description:
          'Price per kilometre from pickup to dropoff, in cents; may have decimals: 62.137119 is a dollar per mile. The price of a ' +
          'delivery is rounded to whole cents.',
      }),
    minimumCents: cents('Lowest price of a delivery, in cents; default 0.').default(0),
  })
  .meta({ id: 'OwnFleetRate' });

const fields = {
  isEnabled: z.boolean().default(true).meta({
    description: 'Whether the own fleet is asked for quotes and given deliveries; default true.',
  }),
  rates: z.array(rate).min(1).max(100).meta({ description: 'Prices by driver group.' }),
  currency: currencyCode.default('USD').meta({ description: 'Currency of the rates; default `USD`.' }),
  acceptanceSeconds: z.int().min(10).max(3_600).nullable().default(120).meta({
    description:
      'Seconds that a courier has to answer an offer; then the next one is asked. Null = couriers are not asked. Default 120.',
  }),
  searchMinutes: z.int().min(1).max(1_440).default(15).meta({
    description:
      'Minutes of searching for a free courier before the delivery goes to the next provider; default 15.',
  }),
};

const reply = z
  .object({ id: z.string(), name: z.string(), ...fields, version: z.int(), updatedAt: z.string() })
  .meta({ id: 'OwnFleet' });

const bodyExample = {
  rates: [
    {
      driverGroupId: 'cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
      baseCents: 400,
      perKilometerCents: 60,
      minimumCents: 500,
    },
  ],
  currency: 'USD',
  acceptanceSeconds: 120,
  searchMinutes: 15,
};

const replyExample = {
  ...OWN_FLEET,
  ...bodyExample,
  isEnabled: true,
  version: 1,
  updatedAt: '2026-03-05T01:11:51.000Z',
};

function rendered({ stored: { value, version }, settings }: OwnFleetAccount): z.infer<typeof reply> {
  return { ...OWN_FLEET, ...settings, isEnabled: value.isEnabled, version, updatedAt: value.updatedAt };
}

/** PUT /v1/own-fleet */
export const setOwnFleet = ownFleetEndpoint({
  name: 'setOwnFleet',
  method: 'PUT',
  path: '/v1/own-fleet',
  area: 'Own fleet',
  takesIfMatch: true,
  summary: 'Set up the own fleet as a provider',
  description:
    `The organization's own couriers become the provider \`${OWN_FLEET.id}\`. It quotes by these rates, takes deliveries ` +
    'while a courier with a suitable vehicle is on shift, and offers them to the nearest free courier. After a refusal or no ' +
    'answer in time the next courier is asked, and when none is left, the next provider. Changes take effect ' +
    'everywhere within half a minute.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  body: z.object(fields).meta({ id: 'OwnFleetInput' }),
  bodyExample,
  reply,
  replyExample,
  refusals: [invalidOwnFleet, contentionOver('provider account'), conflict],
  async handle({ input: { body }, ctx }) {
    const { isEnabled, ...settings } = body;
    const caller = { ...ctx.caller, organizationId: ctx.organizationId };
    const saved = await saveOwnFleet(ctx, caller, { settings, isEnabled }, ctx.expectedVersion);
    return isRefusal(saved) ? saved : rendered(saved);
  },
});

/** GET /v1/own-fleet */
export const getOwnFleet = ownFleetEndpoint({
  name: 'getOwnFleet',
  method: 'GET',
  path: '/v1/own-fleet',
  area: 'Own fleet',
  summary: 'Get the settings of the own fleet',
  permission: 'READ_CONNECTION',
  forLimited: 'shared',
  reply,
  replyExample,
  refusals: [providerNotFound],
  async handle({ ctx }) {
    const found = await readOwnFleet(ctx, ctx.organizationId);
    return isRefusal(found) ? found : rendered(found);
  },
});
