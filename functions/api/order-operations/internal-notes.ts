import * as z from 'zod';
import {
  addNote,
  listNotes,
  MAX_CHARACTERS,
  noteNotFound,
  type OrderNote,
  removeNote,
  tooManyNotes,
} from '../../../lib/ordering/order-notes/index.ts';
import { orderNotFound } from '../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import { operationEndpoint } from './deps.ts';

const orderPath = { id: z.string().min(1).max(255).meta({ description: 'Id or external id of the order.' }) };

const note = z
  .object({
    id: z.string(),
    text: z.string(),
    createdAt: instantReply,
    author: z.object({ id: z.string(), name: z.string() }),
  })
  .meta({ id: 'InternalNote' });

const example: z.input<typeof note> = {
  id: 'not_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  text: 'The customer asked twice where it is.',
  createdAt: '2026-03-05T01:11:51.000Z',
  author: { id: 'usr_01JD8Z6Q4T9V2N5X7C3B1M0K8H', name: 'Rosa Diaz' },
};

const toNote = ({ id, text, createdAt, author }: OrderNote): z.input<typeof note> => ({
  ...{ id, text, createdAt },
  author: { ...author },
});

const common = { area: 'Internal notes', isNoTool: true } as const;

/** GET /v1/order/{id}/internal-notes */
export const listInternalNotes = operationEndpoint({
  ...common,
  name: 'listInternalNotes',
  method: 'GET',
  path: '/v1/order/{id}/internal-notes',
  summary: 'List the internal notes of an order',
  description:
    'Notes that colleagues leave for each other, oldest first. They stay within the organization: nothing else returns ' +
    'them, and no provider, recipient, webhook or message gets them.',
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  params: z.object(orderPath),
  reply: z.object({ results: z.array(note), totalCount: z.int() }),
  replyExample: { results: [example], totalCount: 1 },
  refusals: [orderNotFound],
  async handle({ input: { path }, ctx }) {
    const notes = await listNotes(ctx, ctx.caller, path.id);
    return isRefusal(notes) ? notes : { results: notes.map(toNote), totalCount: notes.length };
  },
});

/** POST /v1/order/{id}/internal-notes */
export const addInternalNote = operationEndpoint({
  ...common,
  name: 'addInternalNote',
  method: 'POST',
  path: '/v1/order/{id}/internal-notes',
  summary: 'Add an internal note to an order',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  params: z.object(orderPath),
  body: z.object({
    text: z
      .string()
      .max(MAX_CHARACTERS)
      .refine((text) => text.trim() !== '', 'is empty')
      .meta({ description: `The note, ${MAX_CHARACTERS} characters at most.` }),
  }),
  bodyExample: { text: example.text },
  reply: note,
  replyExample: example,
  refusals: [orderNotFound, tooManyNotes],
  async handle({ input: { path, body }, ctx }) {
    const added = await addNote(ctx, ctx.caller, path.id, body.text);
    return isRefusal(added) ? added : toNote(added);
  },
});

/** DELETE /v1/order/{id}/internal-notes/{noteId} */
export const removeInternalNote = operationEndpoint({
  ...common,
  name: 'removeInternalNote',
  method: 'DELETE',
  path: '/v1/order/{id}/internal-notes/{noteId}',
  summary: 'Remove an internal note',
  permission: 'WRITE_ORDER',
  forLimited: 'narrowed',
  params: z.object({
    ...orderPath,
    noteId: z.string().min(1).max(64).meta({ description: 'Id of the note, `not_...`.' }),
  }),
  reply: z.object({ id: z.string() }),
  replyExample: { id: example.id },
  refusals: [orderNotFound, noteNotFound],
  async handle({ input: { path }, ctx }) {
    return (await removeNote(ctx, ctx.caller, path.id, path.noteId)) ?? { id: path.noteId };
  },
});
