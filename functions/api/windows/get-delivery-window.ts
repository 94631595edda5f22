import {
  findWindows,
  occurrenceOn,
  readWindowId,
  windowNotFound,
} from '../../../lib/ordering/windows/index.ts';
import { editorOf, windowEndpoint } from './deps.ts';
import { windowPath } from './switch-many.ts';
import { renderWindow, windowExample, windowReply } from './window-reply.ts';

export const getDeliveryWindow = windowEndpoint({
  name: 'getDeliveryWindow',
  method: 'GET',
  path: '/v1/delivery-window/{id}',
  area: 'Delivery windows',
  summary: 'Get a delivery window',
  description:
    'Deleted windows are shown, too. The id of an occurrence, `dw_...|10:00|12:00|2026-03-10`, shows the window at that time.',
  permission: 'READ_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  params: windowPath,
  reply: windowReply,
  replyExample: windowExample,
  refusals: [windowNotFound],
  async handle({ input: { path }, ctx }) {
    const { windowId, date } = readWindowId(path.id);
    const [stored] = await findWindows(ctx.table, editorOf(ctx), [windowId]);
    const times = stored && date !== null ? occurrenceOn(stored.value, date) : undefined;
    if (!stored || (date !== null && !times)) {
      return windowNotFound(
        `There is no delivery window "${path.id}". GET /v1/delivery-windows lists them.`,
        { id: path.id },
      );
    }
    return renderWindow(stored, times);
  },
});
