/** Where an outgoing request can fail (specification 4.6.15). */
export const REQUEST_STAGES = Object.freeze([
  'building',
  'connecting',
  'authenticating',
  'transport',
  'http_status',
  'reading_response',
] as const);

export type RequestStage = (typeof REQUEST_STAGES)[number];
