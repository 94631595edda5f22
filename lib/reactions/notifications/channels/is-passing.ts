/** Whether a status says that the same request may succeed later. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}
