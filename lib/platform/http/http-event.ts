/** What the adapter reads of an API Gateway HTTP API event (payload format 2.0). */
export interface HttpEvent {
  /**
   * `POST /v1/order`, as the route was declared; `ANY /v1/order` and `ANY /v1/order/{proxy+}` stand for several endpoints,
   * `$default` for what no other route takes.
   */
  readonly routeKey: string;
  readonly rawPath: string;
  /** Names in lower case; several values of one name joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | undefined;
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
  readonly requestContext: {
    readonly requestId: string;
    readonly http: { readonly method: string; readonly path: string };
    readonly authorizer?:
      | { readonly lambda?: Readonly<Record<string, unknown>> | null | undefined }
      | undefined;
  };
}

/** The organization that a request names, in the contract's header or in ours. */
export function organizationHeaderOf(event: Pick<HttpEvent, 'headers'>): string | undefined {
  return headerOf(event, 'x-org-id') ?? headerOf(event, 'nash-org-id');
}

/** A header's value by its name in lower case. */
export function headerOf(event: Pick<HttpEvent, 'headers'>, name: string): string | undefined {
  const exact = event.headers[name];
  if (exact !== undefined) return exact;
  const found = Object.entries(event.headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1];
}
