import { PERSONAL_DATA_ACTIONS, startPersonalData } from '../../../lib/operations/personal-data/index.ts';
import { activityNotFound } from '../../../lib/platform/activities/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { activityExample, activityReply, activityReplyOr } from './activity-reply.ts';
import { activityEndpoint } from './deps.ts';
import { personBody, personExample, readPerson } from './person-schemas.ts';

/** POST /v1/activities/erasures */
export const erasePerson = activityEndpoint({
  name: 'erasePerson',
  method: 'POST',
  path: '/v1/activities/erasures',
  area: 'Activities',
  summary: 'Erase a person',
  description: [
    'Finds everything that is kept about a recipient by phone number, e-mail address or customer id: orders, deliveries, ' +
      'routes, recurring orders, events, notifications, kept webhook messages, workflow and agent runs, files and records that ' +
      'have left the table. Names, contacts, addresses and instructions become `[erased]`. Coordinates of the ' +
      'address, and positions of couriers within 200 metres of it, are rounded to a kilometre. Times, amounts, statuses and ' +
      'postcodes stay, so numbers stay as they are. Pictures and papers of the deliveries are deleted, and short links in ' +
      'messages to the person end.',
    'The reply is an activity, which may take hours in a large installation. Its result counts what was masked and ' +
      'deleted, by kind, and names what is `stillUnderWay`: orders and deliveries that have not ended stay as they are. Repeat ' +
      'the request then, or when new orders have come meanwhile. It fails if the contact is that of a store, a driver or a user.',
  ].join('\n\n'),
  permission: 'WRITE_PERSONAL_DATA',
  forLimited: 'refused',
  body: personBody,
  bodyExample: personExample,
  reply: activityReply,
  replyExample: { ...activityExample, action: PERSONAL_DATA_ACTIONS.erase, status: 'QUEUED', progress: null },
  refusals: [validationErrors, activityNotFound],
  async handle({ input: { body }, ctx }) {
    const person = readPerson(body);
    if (isRefusal(person)) return person;
    const caller = { ...ctx.caller, organizationId: ctx.organizationId };
    return activityReplyOr(await startPersonalData(ctx, caller, 'erase', person));
  },
});
