/** Counts the bytes that functions write to their logs, by the function's name. */
export function countLogBytes() {
  const bytes = new Map<string, number>();
  return {
    bytes,
    echo: (name: string, text: string) =>
      void bytes.set(name, (bytes.get(name) ?? 0) + Buffer.byteLength(text)),
  };
}
