import { expect, test } from 'vitest';
import { chatCompletionsModel, questionCall } from '../../../../../lib/engines/models/index.ts';

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 1]);
const question = {
  model: null,
  instructions: 'Judge.',
  material: 'A photo.',
  schema: null,
  timeoutMs: 1_000,
};

test('a question to Bedrock has its photos after the material', () => {
  const { messages } = questionCall({ ...question, photos: [{ jpeg }] }, 'small');
  expect(messages?.[0]?.content).toEqual([
    { text: '<material>\nA photo.\n</material>' },
    { image: { format: 'jpeg', source: { bytes: jpeg } } },
  ]);
});

test('a chat completion has them as data addresses', async () => {
  const bodies: string[] = [];
  const fetched = (async (_url: string, request: RequestInit) => {
    bodies.push(String(request.body));
    const message = { content: 'Fine.' };
    return Response.json({ choices: [{ message }], usage: { prompt_tokens: 1, completion_tokens: 1 } });
  }) as unknown as typeof fetch;
  const model = chatCompletionsModel({
    url: 'https://models.example/v1',
    defaultModel: 'small',
    key: async () => undefined,
    fetch: fetched,
  });
  expect(await model.ask({ ...question, photos: [{ jpeg }] })).toMatchObject({ reply: 'Fine.' });
  expect(JSON.parse(bodies[0] ?? '').messages[1].content).toEqual([
    { type: 'text', text: '<material>\nA photo.\n</material>' },
    { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,/9j/AQ==' } },
  ]);
});
