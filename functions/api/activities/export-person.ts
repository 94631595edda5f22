import { PERSONAL_DATA_ACTIONS, startPersonalData } from '../../../lib/operations/personal-data/index.ts';
import { activityNotFound } from '../../../lib/platform/activities/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { activityExample, activityReply, activityReplyOr } from './activity-reply.ts';
import { activityEndpoint } from './deps.ts';
import { personBody, personExample, readPerson } from './person-schemas.ts';

/** POST /v1/activities/exports */
export const exportPerson = activityEndpoint({
  name: 'exportPerson',
  method: 'POST',
  path: '/v1/activities/exports',
  area: 'Activities',
  summary: 'Export what is kept about a person',
  description:
    'Collects everything that is kept about a recipient, found by phone number, e-mail address or customer id, in one JSON ' +
    'file: the records as they are stored, and the keys of files. It finds what `erasePerson` erases. The reply is an ' +
    'activity; once it has succeeded, `getExport` has the link to the file, which is kept for a week.',
  permission: 'READ_PERSONAL_DATA',
  forLimited: 'refused',
  body: personBody,
  bodyExample: personExample,
  reply: activityReply,
  replyExample: {
    ...activityExample,
    action: PERSONAL_DATA_ACTIONS.export,
    status: 'QUEUED',
    progress: null,
  },
  refusals: [validationErrors, activityNotFound],
  async handle({ input: { body }, ctx }) {
    const person = readPerson(body);
    if (isRefusal(person)) return person;
    const caller = { ...ctx.caller, organizationId: ctx.organizationId };
    return activityReplyOr(await startPersonalData(ctx, caller, 'export', person));
  },
});
