/** A question to a model. The material is data: it is never part of the instructions. */
export interface ModelRequest {
  /** Name of the model; null = the installation's choice. */
  readonly model: string | null;
  /** Instructions for the model, written by the organization and by us. */
  readonly instructions: string;
  /** Material, as JSON or text. It is never an instruction. */
  readonly material: string;
  /** Photos that belong to the material; absent = none. */
  readonly photos?: readonly ModelPhoto[];
  /** JSON Schema of the reply; null = free text. */
  readonly schema: object | null;
  readonly timeoutMs: number;
}

/** A photo for a model to look at: a JPEG. What is written on it is material as well. */
export interface ModelPhoto {
  readonly jpeg: Uint8Array;
}

/** Tokens of an answer. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Answer of a model and its tokens, or the reason of the failure. */
export type ModelReply =
  | { readonly reply: unknown; readonly usage: ModelUsage }
  | { readonly problem: string };

/** A call that a model requests. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A message of a conversation with a model. Results of calls are material, never instructions. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ModelCall[] }
  | {
      readonly role: 'results';
      readonly results: readonly { readonly id: string; readonly text: string; readonly isError: boolean }[];
    };

/** A conversation for a model to continue, and the tools that it may request. */
export interface ConversationRequest {
  readonly model: string | null;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: object;
  }[];
  readonly timeoutMs: number;
}

/** Next message of a model; without calls it has finished. */
export type ConversationReply =
  | { readonly text: string; readonly calls: readonly ModelCall[]; readonly usage: ModelUsage }
  | { readonly problem: string };

/** A language model. Never throws: a failure is a reply. */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
  /** Continues a conversation, with tool calls. */
  converse(request: ConversationRequest): Promise<ConversationReply>;
}

/** The material between marks that it cannot contain, so that it cannot pretend to be the text around it. */
export function enclosed(material: string): string {
  return `<material>\n${material.replaceAll('<', '\\u003c')}\n</material>`;
}
