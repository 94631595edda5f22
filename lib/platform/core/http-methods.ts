/** Methods of requests that the service answers or sends. */
export const HTTP_METHODS = Object.freeze(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const);

export type HttpMethod = (typeof HTTP_METHODS)[number];
