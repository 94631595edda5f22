/**
 * The value of an environment variable that the stack sets. Throws its name when it is absent, which is a bug
 * of ours.
 */
export function requireVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

/** True inside Lambda, where dependencies are built at load; false where values are only read (stack, generator). */
export function isRunningInLambda(): boolean {
  return functionName() !== undefined;
}

/** The function that this is, as it is called in the stack; undefined outside of Lambda. */
export function functionName(): string | undefined {
  return process.env.AWS_LAMBDA_FUNCTION_NAME;
}
