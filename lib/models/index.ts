export {
  type ConversationReply,
  type ConversationRequest,
  enclosed,
  type Model,
  type ModelCall,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
} from './model.ts';
export { costOf } from './prices.ts';
export { scriptedModel } from './scripted-model.ts';
export { askWithinCap, DAILY_QUESTIONS, modelUsageEntity, withinCap } from './usage.ts';
