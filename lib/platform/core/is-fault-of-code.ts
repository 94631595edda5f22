/**
 * Whether an error is one of the program itself, such as a call of what is no function: trying again does not help,
 * in contrast to an error of the network or of a service.
 */
export function isFaultOfCode(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}
