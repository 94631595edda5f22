import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchGazetteer } from '../../../../../lib/engines/geocoding/gazetteer/search-gazetteer.ts';
import {
  bakeryMessage,
  bakerySignature,
  MAPPING,
  type ShopWorld,
  startShopWorld,
} from '../../../../support/shop-world.ts';

let api: ShopWorld;
beforeEach(async () => {
  api = await startShopWorld([], {
    extra: () => ({ geocoder: { geocode: async (query: never) => searchGazetteer(query) } }),
  });
});
afterEach(() => api.stop());

describe('43 2 the address of a shop', () => {
  it('takes no message without the right secret, and does not tell why', async () => {
    const shop = await api.connect();
    const body = JSON.stringify(bakeryMessage());
    const wrong = [
      await api.send(shop, body, { 'x-bakery-signature': '' }),
      await api.send(shop, body, { 'x-bakery-signature': bakerySignature('guess', body) }),
      await api.send(shop, `${body} `, { 'x-bakery-signature': bakerySignature(shop.secret, body) }),
      await api.send({ ...shop, id: 'shp_unknown' }, body),
    ];
    expect(wrong.map(({ status, json }) => [status, json.error.message])).toEqual(
      Array.from({ length: 4 }, () => [401, wrong[0]?.json.error.message]),
    );
    expect(await api.log(shop)).toEqual([]);
  });

  it('takes the secret in a header', async () => {
    const shop = await api.connect({ mapping: { ...MAPPING, authentication: undefined } });
    const sent = await api.send(shop, bakeryMessage(), { authorization: `Bearer ${shop.secret}` });
    expect(sent.status).toBe(200);
    expect((await api.send(shop, bakeryMessage(), { authorization: 'Bearer other' })).status).toBe(401);
  });

  it('accepts the previous secret for a day after a rotation', async () => {
    const shop = await api.connect();
    const next = await api.must('POST /v1/shops/{id}/rotate-secret', { params: { id: shop.id } });
    expect(next.secret).not.toBe(shop.secret);
    expect((await api.send(shop, bakeryMessage())).status).toBe(200);
    expect((await api.send(next, bakeryMessage({ note: 'b' }))).status).toBe(200);
    api.db.deps.clock.advance(24 * 3_600_000 + 1);
    expect((await api.send(shop, bakeryMessage({ note: 'c' }))).status).toBe(401);
    expect((await api.send(next, bakeryMessage({ note: 'd' }))).status).toBe(200);
  });

  it('takes the secret that a shop chose itself, and shows none', async () => {
    const shop = await api.connect({ credentials: { webhookSecret: 'their own' } });
    expect(shop).toMatchObject({ secret: null, hasOwnSecret: true });
    expect((await api.send({ ...shop, secret: 'their own' }, bakeryMessage())).status).toBe(200);
    const body = { credentials: { webhookSecret: 'a newer one' } };
    await api.must('PATCH /v1/shops/{id}', { params: { id: shop.id }, body });
    for (const secret of ['a newer one', 'their own']) {
      expect(
        (await api.send({ ...shop, secret }, bakeryMessage({ note: `Ring ${secret.length}` }))).status,
      ).toBe(200);
    }
    api.db.deps.clock.advance(24 * 3_600_000 + 1);
    expect((await api.send({ ...shop, secret: 'their own' }, bakeryMessage({ note: 'x' }))).status).toBe(401);
    expect(JSON.stringify(await api.db.items())).not.toMatch(/their own|a newer one/);
  });
});
