import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bedrockModel } from '../../../lib/engines/models/amazon-bedrock-model.ts';
import { chatCompletionsModel, type Model, scriptedModel } from '../../../lib/engines/models/index.ts';
import { chatServer, converseServer, type ModelServer } from '../../support/model-servers.ts';

const tool = {
  name: 'getOrder',
  description: 'Read an order.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
};
const script = `call: ${JSON.stringify({ tool: 'getOrder', arguments: { id: 'ord_1' } })}\nsay: It is late.`;
const schema = { type: 'object', properties: { late: { type: 'boolean' } } };
const question = { model: null, instructions: 'Judge.', timeoutMs: 5_000 };

interface Tried {
  readonly model: Model;
  readonly server?: ModelServer;
}

/** What every model must do. */
const kinds: readonly { readonly name: string; start(): Promise<Tried> }[] = [
  { name: 'the scripted model', start: async () => ({ model: scriptedModel }) },
  {
    name: 'an endpoint of chat completions',
    async start() {
      const server = await chatServer();
      const endpoint = { url: server.url, defaultModel: 'small', key: async () => 'key-1', fetch };
      return { model: chatCompletionsModel(endpoint), server };
    },
  },
  {
    name: 'Amazon Bedrock',
    async start() {
      const server = await converseServer();
      Object.assign(process.env, {
        AWS_ENDPOINT_URL_BEDROCK_RUNTIME: server.url,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
      });
      return { model: bedrockModel('small'), server };
    },
  },
];

describe.each(kinds)('$name', ({ start }) => {
  let tried: Tried;
  beforeAll(async () => {
    tried = await start();
  });
  afterAll(() => tried.server?.stop());

  it('answers a question by its schema, and counts tokens', async () => {
    const answer = await tried.model.ask({ ...question, material: 'reply: {"late": true}', schema });
    expect(answer).toMatchObject({ reply: { late: true }, usage: { outputTokens: 20 } });
  });

  it('requests calls, gets their results and ends with a text', async () => {
    const user = { role: 'user' as const, text: script };
    const first = await tried.model.converse({ ...question, messages: [user], tools: [tool] });
    expect(first).toMatchObject({ calls: [{ name: 'getOrder', input: { id: 'ord_1' } }] });
    const calls = 'calls' in first ? first.calls : [];
    const results = [{ id: calls[0]?.id ?? '', text: '{"id":"ord_1"}', isError: false }];
    const second = await tried.model.converse({
      ...question,
      messages: [user, { role: 'assistant', text: '', calls }, { role: 'results', results }],
      tools: [tool],
    });
    expect(second).toMatchObject({ text: 'It is late.', calls: [] });
  });

  it('says why it does not answer', async () => {
    if (!tried.server) return expect(tried.model).toBe(scriptedModel);
    tried.server.failWith(400);
    const answer = await tried.model.ask({ ...question, material: '', schema });
    expect(answer).toEqual({ problem: expect.stringMatching(/./) });
    const next = await tried.model.converse({ ...question, messages: [], tools: [] });
    expect(next).toEqual({ problem: expect.stringMatching(/./) });
    expect(tried.server.keys.every((key) => key !== undefined)).toBe(true);
  });
});
