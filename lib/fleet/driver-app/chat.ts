import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { defineEvent } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  defineEntity,
  type Operation,
  type Partition,
  save,
  type Table,
} from '../../platform/table/index.ts';
import { type FleetCaller, type FleetEditor, findDrivers } from '../fleet/index.ts';
import { unknownDriver } from './invite-driver.ts';
import type { DriverOfPhone } from './phone.ts';

/** Messages of a driver that are kept: the latest. */
const MAX_MESSAGES = 50;

/** Days that they are kept after the last one. */
const REMEMBERED_DAYS = 30;

/** Longest message, in characters. */
export const MAX_MESSAGE = 500;

/** Who can write a message. */
export const MESSAGE_SIDES = Object.freeze(['driver', 'dispatcher'] as const);

const messageSchema = z.object({
  id: z.string(),
  from: z.enum(MESSAGE_SIDES),
  /** Name of the person. */
  author: z.string(),
  text: z.string(),
  /** The package that it is about; null = none. */
  deliveryId: z.string().nullable(),
  at: z.string(),
});

/** A message between a driver and the dispatchers. */
export type DriverMessage = z.output<typeof messageSchema>;

const schema = z.object({
  organizationId: z.string(),
  courierId: z.string(),
  /** Oldest first. */
  messages: z.array(messageSchema),
  /** The driver has read what was written until then; null = nothing yet. */
  readAt: z.string().nullable(),
  updatedAt: z.string(),
});

/** What a driver and the dispatchers wrote to each other lately. */
export type DriverChat = z.output<typeof schema>;

function chatPartition({ organizationId, courierId: id }: DriverOfPhone): Partition {
  return { organizationId, type: 'driver-chat', id };
}

export const driverChatEntity = defineEntity<DriverChat, Pick<DriverChat, 'organizationId' | 'courierId'>>({
  name: 'driverChat',
  schema,
  partition: chatPartition,
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ updatedAt }) => Math.ceil(Date.parse(updatedAt) / 1000) + REMEMBERED_DAYS * 86_400,
});

/** Written with each message to a driver. What it says stays in the chat. */
export const driverMessageWritten = defineEvent({
  name: 'driver.message_written',
  schema: z.object({ courierId: z.string(), messageId: z.string() }),
  summary: 'A dispatcher wrote to a driver.',
});

/** What was written to and by a driver. 1 call. */
export async function readChat(
  table: Table,
  { organizationId, courierId }: DriverOfPhone,
): Promise<Pick<DriverChat, 'messages' | 'readAt'>> {
  const stored = await table.get(driverChatEntity, { organizationId, courierId });
  return stored?.value ?? { messages: [], readAt: null };
}

/** As `readChat`, for a person who may see the driver. */
export async function listMessages(
  table: Table,
  caller: FleetCaller,
  id: string,
): Promise<Pick<DriverChat, 'messages' | 'readAt'> | Refusal> {
  const [driver] = await findDrivers(table, caller, [id]);
  if (!driver) return unknownDriver(id);
  return readChat(table, { organizationId: caller.organizationId, courierId: driver.value.id });
}

/** Writes a message to a driver, which the driver's phones show with their next contact. */
export async function writeToDriver(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
  editor: FleetEditor,
  of: { readonly courierId: string; readonly text: string; readonly deliveryId: string | null },
): Promise<DriverMessage | Refusal> {
  const [driver] = await findDrivers(deps.table, editor, [of.courierId]);
  if (!driver) return unknownDriver(of.courierId);
  const { text, deliveryId } = of;
  const message: DriverMessage = {
    id: deps.ids.next('msg'),
    from: 'dispatcher',
    author: editor.origin.actor.name,
    text,
    deliveryId,
    at: toInstant(deps.clock.now()),
  };
  const written = await addMessage(
    deps,
    { organizationId: editor.organizationId, courierId: driver.value.id },
    message,
  );
  return isRefusal(written) ? written : message;
}

/** Adds a message to those of a driver. One that is there already is not added again. */
export function addMessage(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  of: DriverOfPhone,
  message: DriverMessage,
): Promise<DriverChat | Refusal> {
  const written = driverMessageWritten.record({
    aggregate: chatPartition(of),
    cause: message.id,
    occurredAt: message.at,
    data: { courierId: of.courierId, messageId: message.id },
  });
  return changeChat(
    deps,
    of,
    (chat) =>
      chat.messages.some(({ id }) => id === message.id)
        ? chat
        : { ...chat, messages: [...chat.messages, message].slice(-MAX_MESSAGES) },
    message.from === 'dispatcher' ? [written] : [],
  );
}

/** Notes that a driver has read what was written until an instant. */
export function markRead(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  of: DriverOfPhone,
  upTo: string,
): Promise<DriverChat | Refusal> {
  return changeChat(deps, of, (chat) => ((chat.readAt ?? '') >= upTo ? chat : { ...chat, readAt: upTo }));
}

function changeChat(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, courierId }: DriverOfPhone,
  change: (chat: DriverChat) => DriverChat,
  events: readonly Operation[] = [],
): Promise<DriverChat | Refusal> {
  return commit({ clock }, { what: 'driver', id: courierId }, async () => {
    const stored = await table.get(driverChatEntity, { organizationId, courierId });
    const updatedAt = toInstant(clock.now());
    const before = stored?.value ?? { organizationId, courierId, messages: [], readAt: null, updatedAt };
    const next = change(before);
    if (next === before) return before;
    const changed = { ...next, updatedAt };
    if ((await table.write([save(driverChatEntity, stored, changed), ...events])).ok) return changed;
  });
}
