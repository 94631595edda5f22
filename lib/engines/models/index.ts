export {
  type ConverseAnswer,
  conversationCall,
  conversationReply,
  questionCall,
  questionReply,
} from './amazon-converse-call.ts';
export { answerOfTask, CONVERSE_TASK, taskParameters } from './amazon-task-call.ts';
export { type ChatEndpoint, chatCompletionsModel } from './chat-completions-model.ts';
export {
  type ConversationReply,
  type ConversationRequest,
  enclosed,
  type Model,
  type ModelCall,
  type ModelMessage,
  type ModelPhoto,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
} from './model.ts';
export { costOf } from './prices.ts';
export { scriptedConverse } from './scripted-converse.ts';
export { scriptedModel } from './scripted-model.ts';
