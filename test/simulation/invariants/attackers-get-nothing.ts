import { isDeepStrictEqual } from 'node:util';
import type { Probed } from '../world/world.ts';
import { defineInvariant } from './define-invariant.ts';

/** Replies that say nothing about the thing: the service is busy, or the request was not judged. */
const OF_THE_MOMENT = new Set([409, 429]);

export const attackersGetNothing = defineInvariant({
  name: 'attackers-get-nothing',
  number: 8,
  sentence:
    'No request changes anything of another organization, and its reply is the same for an id of another organization as for one that nobody has.',
  watch({ world, merchants }, report) {
    world.listen(({ keys }) => {
      const asker = world.askers.get(world.writer?.replace(/\/\d+$/, '') ?? '');
      if (asker === undefined) return;
      const owner = merchants.find(({ organizationId }) => String(keys.pk).startsWith(`${organizationId}#`));
      if (owner && owner.organizationId !== asker) {
        report(`${world.writer} of ${asker} changed ${keys.pk} ${keys.sk}.`);
      }
    });
  },
  atEnd({ world }, report) {
    for (const { organizationId, routeKey, foreign, unknown } of world.probes) {
      if ([foreign, unknown].some(({ reply }) => reply.status >= 500 || OF_THE_MOMENT.has(reply.status)))
        continue;
      const [known, other] = [foreign, unknown].map(withoutIds);
      if (!isDeepStrictEqual(known, other)) {
        report(
          `${routeKey} told ${organizationId} ${JSON.stringify(known)} of ${foreign.ids.join(', ')}, and ${JSON.stringify(other)} of ${unknown.ids.join(', ')}.`,
        );
      }
    }
  },
});

/** A reply without the ids that were asked for and the id of its request. */
function withoutIds({ ids, reply: { status, json } }: Probed): unknown {
  const text = JSON.stringify({ ...Object(json), RequestID: '' });
  return { status, json: JSON.parse(ids.reduce((all, id) => all.replaceAll(id, 'ID'), text)) };
}
