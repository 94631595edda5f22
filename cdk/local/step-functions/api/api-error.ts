/** An error as the API words it: `{ "__type": code, "message" }` with status 400. */
export class ApiError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
