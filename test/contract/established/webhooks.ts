import { z } from 'zod';
import { flag, instant, oneOf, record, shape, text, textLists, texts, wholes } from './values.ts';

export const webhookEventTypes = shape({
  eventTypes: z.array(text),
  source: oneOf`org_active catalog`,
});

export const webhookMessage = shape(
  { ...texts`id eventType`, timestamp: instant },
  { eventId: text, ...textLists`channels tags`, payload: record },
);

export const webhookMessageAttempt = shape(
  { ...texts`id msgId endpointId url status`, timestamp: instant },
  { ...wholes`responseStatusCode responseDurationMs`, ...texts`response triggerType` },
);

export const webhookMessageAttempts = shape(
  { results: z.array(webhookMessageAttempt), done: flag },
  { ...texts`iterator prevIterator` },
);

export const webhookMessageReplayRequest = shape(
  {},
  { ...texts`msgId tag eventType endpointId idempotencyKey` },
);

export const webhookMessageReplayResult = shape({ endpointId: text, success: flag }, { ...texts`url error` });

export const webhookMessageReplay = shape(
  { msgId: text, ...wholes`total succeeded failed`, results: z.array(webhookMessageReplayResult) },
  { eventType: text },
);

export const webhookMessagesList = shape(
  { results: z.array(webhookMessage), done: flag },
  { ...texts`iterator prevIterator` },
);
