import { type AttemptDeps, createPatience } from '../../lib/reactions/webhooks/index.ts';

/** What making webhook messages takes besides a table, for receivers that take everything without being asked. */
export function sendsNothing(): Pick<AttemptDeps, 'sender' | 'signingKey' | 'patience'> {
  return {
    sender: { send: async () => ({ status: 204, headers: {}, body: '', durationMs: 0 }) },
    signingKey: async () => 'a signing key',
    patience: createPatience(),
  };
}
