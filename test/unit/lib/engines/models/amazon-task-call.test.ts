import { describe, expect, it } from 'vitest';
import {
  answerOfTask,
  conversationCall,
  conversationReply,
  questionCall,
  questionReply,
  scriptedConverse,
  taskParameters,
} from '../../../../../lib/engines/models/index.ts';

const tool = {
  name: 'getOrder',
  description: 'Read an order.',
  inputSchema: { type: 'object', properties: { json: { type: 'string' }, orderId: { type: 'string' } } },
};

const conversation = (text: string) => ({
  model: null,
  instructions: 'Help.',
  messages: [
    { role: 'user' as const, text },
    {
      role: 'assistant' as const,
      text: '',
      calls: [{ id: 'c1', name: 'getOrder', input: { orderId: 'a' } }],
    },
    { role: 'results' as const, results: [{ id: 'c1', text: '{"id":"a"}', isError: false }] },
  ],
  tools: [tool],
  timeoutMs: 1_000,
});

describe('a call of a model by a state machine', () => {
  it('has names that start with a capital, and documents as they are', () => {
    expect(taskParameters(conversationCall(conversation('Hello'), 'some-model'))).toEqual({
      ModelId: 'some-model',
      System: [{ Text: 'Help.' }],
      Messages: [
        { Role: 'user', Content: [{ Text: 'Hello' }] },
        {
          Role: 'assistant',
          Content: [{ ToolUse: { ToolUseId: 'c1', Name: 'getOrder', Input: { orderId: 'a' } } }],
        },
        {
          Role: 'user',
          Content: [
            { ToolResult: { ToolUseId: 'c1', Content: [{ Text: '{"id":"a"}' }], Status: 'success' } },
          ],
        },
      ],
      InferenceConfig: { MaxTokens: 2_000, Temperature: 0 },
      ToolConfig: {
        Tools: [
          {
            ToolSpec: {
              Name: 'getOrder',
              Description: 'Read an order.',
              InputSchema: { Json: tool.inputSchema },
            },
          },
        ],
      },
    });
  });

  it('is none when it does not fit into a state, or has no tools', () => {
    expect(taskParameters(conversationCall(conversation('x'.repeat(200_000)), 'some-model'))).toBeUndefined();
    expect(
      taskParameters(conversationCall({ ...conversation('Hello'), tools: [] }, 'some-model')),
    ).toBeUndefined();
  });

  it('comes back as the next message', () => {
    const result = {
      Output: {
        Message: {
          Role: 'assistant',
          Content: [
            { Text: 'Let me see.' },
            { ToolUse: { ToolUseId: 'c2', Name: 'getOrder', Input: { OrderId: 'b', Json: [1] } } },
          ],
        },
      },
      Usage: { InputTokens: 12, OutputTokens: 3 },
    };
    expect(conversationReply(answerOfTask(result))).toEqual({
      text: 'Let me see.',
      calls: [{ id: 'c2', name: 'getOrder', input: { OrderId: 'b', Json: [1] } }],
      usage: { inputTokens: 12, outputTokens: 3 },
    });
  });

  it('is answered by the scripted model: conversations and typed fields', async () => {
    const call = `call: ${JSON.stringify({ tool: 'getOrder', arguments: { orderId: 'b' } })}`;
    const request = { ...conversation(call), messages: [{ role: 'user' as const, text: call }] };
    const talk = taskParameters(conversationCall(request, 'some-model'));
    expect(conversationReply(answerOfTask(await scriptedConverse(talk)))).toMatchObject({
      calls: [{ name: 'getOrder', input: { orderId: 'b' } }],
    });
    const schema = { type: 'object', properties: { late: { type: 'boolean' } } };
    const question = {
      model: null,
      instructions: '',
      material: 'reply: {"late":true}',
      schema,
      timeoutMs: 1,
    };
    const fields = taskParameters(questionCall(question, 'some-model'));
    expect(questionReply(answerOfTask(await scriptedConverse(fields)))).toMatchObject({
      reply: { late: true },
    });
  });
});
