import { type AttemptDeps, createPatience } from '../../lib/reactions/webhooks/index.ts';

/** What creating webhook messages needs besides a table, for receivers that accept everything without being called. */
export function sendsNothing(): Pick<AttemptDeps, 'sender' | 'signingKeys' | 'patience'> {
  return {
    sender: { send: async () => ({ status: 204, headers: {}, body: '', durationMs: 0 }) },
    signingKeys: async () => ['a signing key'],
    patience: createPatience(),
  };
}
