/** `WEBHOOK_SIGNING` from `webhook-signing`. */
export function constantCase(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
