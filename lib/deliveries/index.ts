export { judgeStatus } from './delivery-lifecycle.ts';
export type { DeliveryUpdate } from './delivery-update.ts';
export { endDelivery } from './end-delivery.ts';
export {
  contactRegained,
  courierLocationUpdated,
  itemsPickUpdated,
  proofAdded,
  timingUpdated,
} from './position.ts';
export { receiveProviderUpdate } from './receive-provider-update.ts';
export {
  deliveryIsBusy,
  deliveryIsFull,
  deliveryIsOver,
  deliveryNotFound,
  notSimulated,
  pincodeWrong,
  proofMissing,
} from './refusals.ts';
export { MAX_PROOFS_OF_UPDATE } from './refuse-overgrowth.ts';
export { updateDeliveries } from './update-deliveries.ts';
export {
  type DeliveryDeps,
  deliveryOfPackage,
  fleetOrSimulated,
  type Movable,
  updateDelivery,
} from './update-delivery.ts';
