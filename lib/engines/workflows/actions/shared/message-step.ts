import * as z from 'zod';
import { own } from '../../json.ts';
import { limits } from '../../limits.ts';
import type { ActionContext, Outcome, ReferenceProblem } from '../define-action.ts';
import { failed } from './outcomes.ts';
import { text, textOrNull } from './payload-parts.ts';

/** Input of all message steps: whether one order gets the message only once (specification 4.6.14). */
export const oncePerOrder = z
  .boolean()
  .default(false)
  .describe('Sends the message the first time and holds it back when it fires again for the same order');

/** Claim of a message that an order gets once; part of every message's content, null without a claim. */
export const onceKey = textOrNull;

/** Recipients of a message, each with the key that makes sending to it harmless to repeat. */
export const recipients = z.array(z.strictObject({ address: text, key: text }));

/** What every message step publishes. */
export const messageOutputs = Object.freeze({ sent: 'boolean' } as const);

/**
 * Plans a message, or holds it back when this step of the workflow sent one for the same order before. The
 * claim is part of the effect, because only the worker can decide between two parallel runs. A test neither
 * obeys nor makes a claim.
 */
export function planMessage<Message extends object>(
  context: ActionContext,
  once: boolean,
  compose: () => Message | { readonly problem: string },
): Outcome<Message & { onceKey: string | null }> {
  let claim: string | null = null;
  if (once) {
    const orderId = own(context.entities.order, 'id');
    if (typeof orderId !== 'string' || orderId === '') {
      return failed('"Once per order" needs an order, but this run has none.');
    }
    const key = `${context.workflowId}:${context.nodeKey}:${orderId}`;
    if (!context.isTest) claim = key;
    if (claim !== null && context.alreadySent.includes(key)) {
      return { kind: 'not_sent', reason: 'This order has already received the message.' };
    }
  }
  const message = compose();
  if ('problem' in message) return failed(message.problem);
  return { kind: 'effect', payload: { ...message, onceKey: claim }, outputs: { sent: true } };
}

/** What `recipientsOf` would refuse on every run, reported at save: only a list without variables is known by then. */
export function recipientProblems(
  list: string,
  isAddress: (address: string) => boolean,
  noun: string,
): readonly ReferenceProblem[] {
  if (list.includes('{{')) return [];
  const found = recipientsOf(list, '', isAddress, noun);
  return 'problem' in found ? [{ field: 'to', message: found.problem }] : [];
}

/** Splits a list of addresses at commas and semicolons, without duplicates; undefined parts are left out. */
export function recipientsOf(
  list: string,
  effectKey: string,
  isAddress: (address: string) => boolean,
  noun: string,
): { readonly recipients: z.infer<typeof recipients> } | { readonly problem: string } {
  const addresses = [
    ...new Set(
      list
        .split(/[,;]/)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ];
  if (addresses.length === 0) return { problem: `There is no ${noun} to send to.` };
  if (addresses.length > limits.recipients) {
    return { problem: `There are ${addresses.length} recipients; the limit is ${limits.recipients}.` };
  }
  const wrong = addresses.find((address) => !isAddress(address));
  if (wrong !== undefined) return { problem: `"${wrong}" is not a valid ${noun}.` };
  return { recipients: addresses.map((address, index) => ({ address, key: `${effectKey}:${index}` })) };
}
