import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
} from '@aws-sdk/client-bedrock-runtime';
import { MODEL_TIME_LIMITS } from '../../platform/core/aws-time-limits.ts';
import {
  type ConverseAnswer,
  conversationCall,
  conversationReply,
  questionCall,
  questionReply,
} from './amazon-converse-call.ts';
import type { Model } from './model.ts';

/** A model of Amazon Bedrock, by the Converse API. */
export function bedrockModel(defaultModel: string): Model {
  const client = new BedrockRuntimeClient(MODEL_TIME_LIMITS);
  async function answered<Reply>(
    call: ConverseCommandInput,
    timeoutMs: number,
    read: (answer: ConverseAnswer) => Reply,
  ): Promise<Reply | { readonly problem: string }> {
    try {
      return read(
        await client.send(new ConverseCommand(call), { abortSignal: AbortSignal.timeout(timeoutMs) }),
      );
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }
  return Object.freeze<Model>({
    ask: (request) => answered(questionCall(request, defaultModel), request.timeoutMs, questionReply),
    converse: (request) =>
      answered(conversationCall(request, defaultModel), request.timeoutMs, conversationReply),
  });
}
