import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
} from '@aws-sdk/client-bedrock-runtime';
import { enclosed, type Model, type ModelReply, type ModelRequest } from './model.ts';

/** Tokens of a reply at most. */
const MAX_TOKENS = 2_000;

/** Name of the tool by which a model gives a reply of a schema. */
const REPLY_TOOL = 'reply';

/** A model of Amazon Bedrock, by the Converse API. A reply of a schema comes as the input of a tool. */
export function bedrockModel(defaultModel: string): Model {
  const client = new BedrockRuntimeClient({ maxAttempts: 2 });
  return Object.freeze({
    async ask(request: ModelRequest): Promise<ModelReply> {
      try {
        const abortSignal = AbortSignal.timeout(request.timeoutMs);
        const answer = await client.send(new ConverseCommand(commandOf(request, defaultModel)), {
          abortSignal,
        });
        const content = answer.output?.message?.content ?? [];
        const usage = {
          inputTokens: answer.usage?.inputTokens ?? 0,
          outputTokens: answer.usage?.outputTokens ?? 0,
        };
        const tool = content.find(({ toolUse }) => toolUse?.name === REPLY_TOOL)?.toolUse;
        const text = content.map((part) => part.text ?? '').join('');
        return { reply: tool?.input ?? text, usage };
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
  });
}

function commandOf(request: ModelRequest, defaultModel: string): ConverseCommandInput {
  const { model, instructions, material, schema } = request;
  return {
    modelId: model ?? defaultModel,
    system: [{ text: instructions }],
    messages: [{ role: 'user', content: [{ text: enclosed(material) }] }],
    inferenceConfig: { maxTokens: MAX_TOKENS, temperature: 0 },
    ...(schema === null
      ? {}
      : {
          toolConfig: {
            tools: [{ toolSpec: { name: REPLY_TOOL, inputSchema: { json: schema as never } } }],
            toolChoice: { tool: { name: REPLY_TOOL } },
          },
        }),
  };
}
