import {
  orderArchived,
  orderCanceled,
  orderCreated,
  orderUnarchived,
  orderUpdated,
} from '../../../ordering/orders/index.ts';

/** Events after which the windows of an order may have changed. */
export const WINDOW_EVENTS: readonly string[] = Object.freeze(
  [orderCreated, orderUpdated, orderArchived, orderUnarchived, orderCanceled].map(({ name }) => name),
);
