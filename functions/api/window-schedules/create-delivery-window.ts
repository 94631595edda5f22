import { invalidWindow, saveWindows } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { editorOf, windowEndpoint } from '../windows/deps.ts';
import { renderWindow, windowExample, windowReply } from '../windows/window-reply.ts';
import { newWindow, windowBodyExample } from './window-input.ts';

export const createDeliveryWindow = windowEndpoint({
  name: 'createDeliveryWindow',
  method: 'POST',
  path: '/v1/delivery-window',
  area: 'Delivery windows',
  summary: 'Create a delivery window',
  description:
    'A window takes place once, or on the days of its `rrule`, at the same local times across daylight-saving changes.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  body: newWindow,
  reply: windowReply,
  bodyExample: windowBodyExample,
  replyExample: windowExample,
  refusals: [invalidWindow, contentionOver('delivery window')],
  async handle({ input: { body }, ctx }) {
    const { timeZone } = await preferencesOf(ctx);
    const saved = await saveWindows(ctx, editorOf(ctx), [body], { mode: 'create', timeZone });
    if (isRefusal(saved)) return saved;
    const [window] = saved.map((stored) => renderWindow(stored));
    if (!window) throw new Error('The window was saved but cannot be found.');
    return window;
  },
});
