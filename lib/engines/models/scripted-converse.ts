import { REPLY_TOOL } from './amazon-converse-call.ts';
import { callOfTask } from './amazon-task-call.ts';
import type { Model, ModelMessage } from './model.ts';
import { opened, scriptedModel } from './scripted-model.ts';

/** Longest time that the scripted model may take, which it never does. */
const TIMEOUT_MS = 120_000;

/** Answers a task's call of the Converse API with the scripted model, for the local cloud and tests. */
export async function scriptedConverse(parameters: unknown, model: Model = scriptedModel): Promise<object> {
  const { modelId = null, system = [], messages = [], toolConfig } = callOfTask(parameters);
  const instructions = system.map(({ text = '' }) => text).join('\n');
  const shared = { model: modelId, instructions, timeoutMs: TIMEOUT_MS };
  const tools = (toolConfig?.tools ?? []).flatMap(({ toolSpec }) => (toolSpec ? [toolSpec] : []));
  if (toolConfig?.toolChoice?.tool?.name === REPLY_TOOL) {
    const material = opened(messages[0]?.content?.[0]?.text ?? '');
    const answer = await model.ask({ ...shared, material, schema: Object(tools[0]?.inputSchema?.json) });
    if ('problem' in answer) throw new Error(answer.problem);
    return answerOf([toolUse(REPLY_TOOL, REPLY_TOOL, answer.reply)], answer.usage);
  }
  const answer = await model.converse({
    ...shared,
    messages: messages.map(messageOf),
    tools: tools.map(({ name = '', description = '', inputSchema }) => ({
      name,
      description,
      inputSchema: Object(inputSchema?.json),
    })),
  });
  if ('problem' in answer) throw new Error(answer.problem);
  const text = answer.text === '' ? [] : [{ Text: answer.text }];
  const calls = answer.calls.map(({ id, name, input }) => toolUse(id, name, input));
  return answerOf([...text, ...calls], answer.usage);
}

type Message = NonNullable<ReturnType<typeof callOfTask>['messages']>[number];

function messageOf({ role, content = [] }: Message): ModelMessage {
  const text = content.map((part) => part.text ?? '').join('');
  if (role === 'assistant') {
    const calls = content.flatMap(({ toolUse: call }) =>
      call ? [{ id: call.toolUseId ?? '', name: call.name ?? '', input: Object(call.input ?? {}) }] : [],
    );
    return { role, text, calls };
  }
  const results = content.flatMap(({ toolResult }) =>
    toolResult
      ? [
          {
            id: toolResult.toolUseId ?? '',
            text: (toolResult.content ?? []).map((part) => part.text ?? '').join(''),
            isError: toolResult.status === 'error',
          },
        ]
      : [],
  );
  return results.length > 0 ? { role: 'results', results } : { role: 'user', text };
}

const toolUse = (id: string, name: string, input: unknown) => ({
  ToolUse: { ToolUseId: id, Name: name, Input: input },
});

function answerOf(
  content: readonly object[],
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
): object {
  return {
    Output: { Message: { Role: 'assistant', Content: content } },
    Usage: {
      InputTokens: inputTokens,
      OutputTokens: outputTokens,
      TotalTokens: inputTokens + outputTokens,
    },
  };
}
