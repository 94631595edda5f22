/** What a person is told of an error: its message; with DEBUG set also where it comes from. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env.DEBUG ? (error.stack ?? error.message) : error.message;
}
