export type { Model, ModelReply, ModelRequest } from './model.ts';
export { scriptedModel } from './scripted-model.ts';
export { askWithinCap, DAILY_QUESTIONS, modelUsageEntity } from './usage.ts';
