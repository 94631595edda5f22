/** An error's message for people; with DEBUG set, also its origin. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env.DEBUG ? (error.stack ?? error.message) : error.message;
}
