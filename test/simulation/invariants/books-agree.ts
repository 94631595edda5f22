import { isTerminal } from '../../../lib/fulfilment/jobs/index.ts';
import { defineInvariant } from './define-invariant.ts';

export const booksAgree = defineInvariant({
  name: 'books-agree',
  number: 2,
  sentence: "When all is quiet, the service knows of every delivery what its provider's book says.",
  atEnd({ world, carriers }, report) {
    const deliveries = new Map(world.items('delivery').map(({ data }) => [data.taskId, data]));
    for (const { book, name } of carriers) {
      for (const { key, state, isAskedBack } of book.values()) {
        const delivery = deliveries.get(key);
        if (!delivery) {
          if (state !== 'canceled')
            report(`${name} has ${key} as ${state}, and the service has no delivery of it.`);
          continue;
        }
        const { status } = delivery;
        if (state === 'live' && isTerminal(status as never))
          report(`${key} is ${status}, and live at ${name}.`);
        // A delivery that a person cancelled while its courier kept the package may have been completed nevertheless.
        if (
          state === 'delivered' &&
          status !== 'dropoff_complete' &&
          !String(status).startsWith('canceled')
        ) {
          report(`${name} delivered ${key}, and it is ${status}.`);
        }
        if (CANCELED_BY_US.includes(String(status)) && !isAskedBack)
          report(`${key} is ${status}, and nobody asked ${name} to give it back.`);
        if (status === 'dropoff_complete' && state !== 'delivered')
          report(`${key} is delivered, and ${state} at ${name}.`);
      }
    }
  },
});

const CANCELED_BY_US = ['canceled_by_customer', 'canceled_by_system'];
