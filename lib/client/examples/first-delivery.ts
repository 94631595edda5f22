import { ApiError, deliveryClient, eachByOffset, replyOf } from 'delivery-orchestration-client';

const client = deliveryClient({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'dos_...' });

const order = await replyOf(
  client.POST('/v1/order/get_quotes', {
    body: {
      externalId: 'shop-10042',
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
    },
  }),
);
console.log(order.quotes.map(({ providerName, priceCents }) => `${providerName}: ${priceCents}`));

try {
  await replyOf(client.POST('/v1/order/{id}/autodispatch', { params: { path: { id: order.id } } }));
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(error.code, error.message, error.details);
}

const orders = eachByOffset((place) => replyOf(client.GET('/v1/orders', { params: { query: place } })));
for await (const { id, status } of orders) console.log(id, status);
