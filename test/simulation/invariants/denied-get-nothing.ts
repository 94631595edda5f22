import { dataOf, defineInvariant } from './define-invariant.ts';

/**
 * A message whose function had already checked the deny list may still be sent: no longer than the function can run.
 */
const FUNCTION_MS = 60_000;

const OVER = ['sent', 'delivered', 'failed', 'suppressed', 'skipped'];

export const deniedGetNothing = defineInvariant({
  name: 'denied-get-nothing',
  number: 13,
  sentence: 'A contact on the deny list gets no message, and every message comes to its end.',
  watch({ world, phones }, report) {
    const deniedSince = new Map<string, number>();
    world.listen(({ before, after }) => {
      if ((after?.type ?? before?.type) !== 'denyEntry') return;
      const entry = dataOf(after ?? before)!;
      const key = `${entry.organizationId} ${entry.value}`;
      if (after) deniedSince.set(key, deniedSince.get(key) ?? world.now());
      else deniedSince.delete(key);
    });
    phones.onMessage = ({ organizationId, recipient, id, askedAt }) => {
      const since = deniedSince.get(`${organizationId} ${recipient}`);
      if (since !== undefined && askedAt - since > FUNCTION_MS)
        report(`${id} went to ${recipient}, denied for ${askedAt - since} ms.`);
    };
  },
  atEnd({ world }, report) {
    for (const { data } of world.items('notification')) {
      if (!OVER.includes(String(data.status))) report(`${data.id} is ${data.status} for ever.`);
    }
  },
});
