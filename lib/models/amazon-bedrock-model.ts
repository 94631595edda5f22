import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
} from '@aws-sdk/client-bedrock-runtime';
import {
  type ConversationReply,
  type ConversationRequest,
  enclosed,
  type Model,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
} from './model.ts';

/** Most tokens of a reply. */
const MAX_TOKENS = 2_000;

/** Name of the tool with which a model returns a reply of a schema. */
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
    async converse(request: ConversationRequest): Promise<ConversationReply> {
      try {
        const answer = await client.send(new ConverseCommand(conversationOf(request, defaultModel)), {
          abortSignal: AbortSignal.timeout(request.timeoutMs),
        });
        const content = answer.output?.message?.content ?? [];
        return {
          text: content.map((part) => part.text ?? '').join(''),
          calls: content.flatMap(({ toolUse }) =>
            toolUse?.name === undefined
              ? []
              : [{ id: toolUse.toolUseId ?? '', name: toolUse.name, input: Object(toolUse.input ?? {}) }],
          ),
          usage: {
            inputTokens: answer.usage?.inputTokens ?? 0,
            outputTokens: answer.usage?.outputTokens ?? 0,
          },
        };
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    },
  });
}

function conversationOf(request: ConversationRequest, defaultModel: string): ConverseCommandInput {
  const { model, instructions, messages, tools } = request;
  return {
    modelId: model ?? defaultModel,
    system: [{ text: instructions }],
    messages: messages.map(messageOf),
    inferenceConfig: { maxTokens: MAX_TOKENS, temperature: 0 },
    ...(tools.length === 0
      ? {}
      : {
          toolConfig: {
            tools: tools.map(({ name, description, inputSchema }) => ({
              toolSpec: { name, description, inputSchema: { json: inputSchema as never } },
            })),
          },
        }),
  };
}

function messageOf(message: ModelMessage): NonNullable<ConverseCommandInput['messages']>[number] {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ text: message.text }] };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ text: message.text }]),
          ...message.calls.map(({ id, name, input }) => ({
            toolUse: { toolUseId: id, name, input: input as never },
          })),
        ],
      };
    case 'results':
      return {
        role: 'user',
        content: message.results.map(({ id, text, isError }) => ({
          toolResult: { toolUseId: id, content: [{ text }], status: isError ? 'error' : 'success' },
        })),
      };
  }
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
