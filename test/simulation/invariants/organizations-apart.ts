import { defineInvariant } from './define-invariant.ts';

const ID = /"((?:ord|job|tsk|dlv|opn|ep)_[0-9A-Za-z]{26,})"/g;

export const organizationsApart = defineInvariant({
  name: 'organizations-apart',
  number: 8,
  sentence: 'No reply and no webhook tells one organization of another.',
  atEnd({ world, answered, receivers, merchants }, report) {
    if (merchants.length < 2) return;
    const owners = new Map<string, string>();
    for (const { data, pk } of ['order', 'job', 'task', 'delivery'].flatMap((kind) => world.items(kind))) {
      const organizationId = String(data.organizationId);
      owners.set(String(data.id), organizationId);
      if (!pk.startsWith(`${organizationId}#`)) report(`${data.id} lies in ${pk}.`);
    }
    const look = (text: string, reader: string, where: string, asked = '') => {
      for (const [, id = ''] of text.matchAll(ID)) {
        const owner = owners.get(id);
        if (owner && owner !== reader && !asked.includes(id))
          report(`${where} of ${reader} names ${id} of ${owner}.`);
      }
    };
    for (const { organizationId, reply, routeKey, params, body } of answered) {
      // Who asks for an id by its name knows it: `attackers-get-nothing` compares such replies.
      look(JSON.stringify(reply), organizationId, routeKey, JSON.stringify([params, body]));
    }
    const endpoints = merchants.flatMap(({ known, organizationId }) =>
      known.endpoints.map(({ url }) => [url, organizationId] as const),
    );
    for (const { url, body } of receivers.received) {
      const owner = endpoints.find(([known]) => known === url)?.[1];
      if (owner) look(body, owner, 'A webhook');
    }
  },
});
