import * as z from 'zod';
import { oneLine } from '../../../platform/core/one-line.ts';
import { defineAction } from './define-action.ts';
import {
  mustExist,
  reference,
  requiredTemplate,
  subjectTemplate,
  templatesOf,
} from './shared/config-parts.ts';
import { messageOutputs, onceKey, oncePerOrder, planMessage } from './shared/message-step.ts';
import { text, textOrNull } from './shared/payload-parts.ts';

/** Sends a message to every user who holds a role (specification 4.6.6). */
export const sendToRole = defineAction({
  key: 'send_to_role',
  title: 'Send to a role',
  config: z.strictObject({
    roleId: reference,
    subject: subjectTemplate.optional(),
    body: requiredTemplate(),
    oncePerOrder,
  }),
  payload: z.strictObject({
    roleId: text,
    subject: textOrNull,
    body: text,
    onceKey,
  }),
  effect: 'message',
  needs: [],
  synchronous: true,
  liveTest: true,
  failsOnUnknownKey: true,
  templates: ({ subject, body }) => templatesOf({ subject, body }),
  outputs: messageOutputs,
  references: ({ roleId }, environment) => mustExist('roleId', 'role', roleId, environment.roles),
  plan: (context, config) =>
    planMessage(context, config.oncePerOrder, () => ({
      roleId: config.roleId,
      subject: config.subject === undefined ? null : oneLine(context.text(config.subject)),
      body: context.text(config.body),
    })),
});
