import { activitiesEnd } from './activities-end.ts';
import { attackersGetNothing } from './attackers-get-nothing.ts';
import { attemptsEnd } from './attempts-end.ts';
import { booksAgree } from './books-agree.ts';
import { capacityHolds } from './capacity-holds.ts';
import { deadLettersHaveCauses } from './dead-letters-have-causes.ts';
import type { Invariant } from './define-invariant.ts';
import { deniedGetNothing } from './denied-get-nothing.ts';
import { endsAgree } from './ends-agree.ts';
import { eventsReachConsumers } from './events-reach-consumers.ts';
import { historiesGoOn } from './histories-go-on.ts';
import { jobsStayOver } from './jobs-stay-over.ts';
import { keysExpire } from './keys-expire.ts';
import { keysHaveOneEffect } from './keys-have-one-effect.ts';
import { messagesKeepTheirInstant } from './messages-keep-their-instant.ts';
import { momentsComeOnce } from './moments-come-once.ts';
import { moneyAddsUp } from './money-adds-up.ts';
import { noFaultsOfOurs } from './no-faults-of-ours.ts';
import { nothingIsLost } from './nothing-is-lost.ts';
import { numbersAgree } from './numbers-agree.ts';
import { oneCourier } from './one-courier.ts';
import { everybodyHears, oneEventEach } from './one-event-each.ts';
import { oneLiveDelivery } from './one-live-delivery.ts';
import { oneOrderEachOccurrence } from './one-order-each-occurrence.ts';
import { oneRoute } from './one-route.ts';
import { ordersEnd } from './orders-end.ts';
import { ordersGoOnTime } from './orders-go-on-time.ts';
import { organizationsApart } from './organizations-apart.ts';
import { quotesExpire } from './quotes-expire.ts';
import { routesFollow } from './routes-follow.ts';
import { schedulesFollow } from './schedules-follow.ts';
import { stopsAgree } from './stops-agree.ts';
import { tableIsSound } from './table-is-sound.ts';
import { timersKeepTime } from './timers-keep-time.ts';
import { waysAgree } from './ways-agree.ts';
import { replaysAgree, workflowsActOnce } from './workflows-act-once.ts';

export type { Observed } from './define-invariant.ts';

/** Everything that must hold, whatever happens. */
export const invariants: readonly Invariant[] = [
  nothingIsLost,
  oneLiveDelivery,
  booksAgree,
  ordersEnd,
  attemptsEnd,
  jobsStayOver,
  oneEventEach,
  everybodyHears,
  eventsReachConsumers,
  messagesKeepTheirInstant,
  historiesGoOn,
  timersKeepTime,
  ordersGoOnTime,
  momentsComeOnce,
  organizationsApart,
  attackersGetNothing,
  keysExpire,
  keysHaveOneEffect,
  deadLettersHaveCauses,
  noFaultsOfOurs,
  tableIsSound,
  oneOrderEachOccurrence,
  oneCourier,
  moneyAddsUp,
  quotesExpire,
  capacityHolds,
  workflowsActOnce,
  replaysAgree,
  deniedGetNothing,
  oneRoute,
  activitiesEnd,
  routesFollow,
  stopsAgree,
  endsAgree,
  schedulesFollow,
  numbersAgree,
  waysAgree,
];
