/** A request that the service refused. */
export class ApiError extends Error {
  readonly status: number;
  /** Stable name of the refusal, as `VALIDATION_ERRORS`. */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(status: number, body: unknown) {
    const { error = {}, RequestID } = (body ?? {}) as {
      readonly error?: { readonly code?: string; readonly message?: string; readonly details?: object };
      readonly RequestID?: string;
    };
    super(error.message ?? `The service answered with status ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = error.code ?? 'UNKNOWN';
    this.details = { ...error.details };
    this.requestId = RequestID;
  }
}

/** The body of a reply. Throws an `ApiError` when the service refused the request. */
export async function replyOf<Data>(
  call: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response.status, error);
  return data as Exclude<Data, undefined>;
}
