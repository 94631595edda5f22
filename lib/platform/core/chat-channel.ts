/** The name of a channel of a team chat, such as `#deliveries`, or its id. */
export const CHAT_CHANNEL = /^(#[\p{L}\p{N}_-]{1,80}|[A-Z][A-Z0-9]{6,20})$/u;
