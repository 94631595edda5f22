import { acknowledgedIn, defineInvariant } from './define-invariant.ts';

/** Writes whose reply names what was created: the kind of its item, by the prefix of its id. */
const KINDS = { ord: 'order', job: 'job', opn: 'strategy', ep: 'webhookEndpoint' } as const;

export const nothingIsLost = defineInvariant({
  name: 'nothing-is-lost',
  number: 1,
  sentence: 'What was acknowledged is in the table.',
  atEnd({ world, answered }, report) {
    const acknowledged = acknowledgedIn({ answered });
    const deleted = new Set(
      acknowledged.filter(({ routeKey }) => routeKey.startsWith('DELETE ')).map(({ reply }) => reply?.id),
    );
    const texts = new Map(
      Object.values(KINDS).map((kind) => [
        kind,
        new Set(world.items(kind).map(({ data }) => String(data.id))),
      ]),
    );
    for (const { routeKey, reply, at } of acknowledged) {
      if (!routeKey.startsWith('POST ')) continue;
      const id = reply?.job?.id ?? reply?.order?.id ?? reply?.id;
      const kind = KINDS[String(id).split('_')[0] as keyof typeof KINDS];
      // Strategies and endpoints are really removed when they are deleted.
      if (kind === undefined || kind === 'strategy' || kind === 'webhookEndpoint' || deleted.has(id))
        continue;
      if (!texts.get(kind)?.has(String(id))) {
        report(`${routeKey} was answered with ${id} at ${new Date(at).toISOString()}, and there is none.`);
      }
    }
  },
});
