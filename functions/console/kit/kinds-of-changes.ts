/** Kinds of objects whose changes the API reports, with the right that it asks for each: those of the service. */
export const RIGHTS = {
  order: 'READ_ORDER',
  job: 'READ_JOB',
  route: 'READ_ROUTE',
  position: 'READ_JOB',
  activity: 'READ_ACTIVITY',
  notification: 'READ_NOTIFICATION',
  webhook_message: 'READ_WEBHOOK',
};

/** A kind of objects whose changes the API reports. */
export type Kind = keyof typeof RIGHTS;
