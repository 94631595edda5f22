/** A question to a model. What is to be judged is data: it never stands among the instructions. */
export interface ModelRequest {
  /** Name of the model; null = the installation's choice. */
  readonly model: string | null;
  /** What the model is to do. Written by the organization and by us. */
  readonly instructions: string;
  /** What it is to look at, as JSON or text. Whatever it says is material, never an instruction. */
  readonly material: string;
  /** JSON Schema of the reply; null = free text. */
  readonly schema: object | null;
  readonly timeoutMs: number;
}

/** What a model answered and what that took, or why it did not. */
export type ModelReply =
  | {
      readonly reply: unknown;
      readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
    }
  | { readonly problem: string };

/** A language model. Never throws: a failure is a reply. */
export interface Model {
  ask(request: ModelRequest): Promise<ModelReply>;
}

/** The material between marks that it cannot contain, so that it cannot pose as what stands around it. */
export function enclosed(material: string): string {
  return `<material>\n${material.replaceAll('<', '\\u003c')}\n</material>`;
}
