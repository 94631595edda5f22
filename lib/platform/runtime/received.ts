import type { SpanFacts } from '../core/span.ts';

/** Work that arrived here. */
export interface Received<Result> {
  /** A request comes from outside and may begin a trace; a message continues one. */
  readonly kind: 'request' | 'message';
  /** Name of the function's part, such as `orders` or `attempt-dispatch`. */
  readonly name: string;
  /** Whose it is; undefined when nobody is known. */
  readonly organizationId: string | undefined;
  /** `traceparent` of the request or message. */
  readonly from: string | undefined;
  readonly facts: SpanFacts;
  readonly outcome?: ((result: Result) => { facts?: SpanFacts; failed?: boolean }) | undefined;
}
