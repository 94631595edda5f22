import { areaOf, collectUnits } from './collect-units.ts';
import { defineGenerator } from './generator.ts';
import { markdownTable } from './markdown-table.ts';

const HEAD = `# Events

Generated from the \`defineEvent\` and \`defineTimer\` values and the workers' \`consumes\` by \`npm run generate\`. Every
event is an item in its aggregate's partition, written in the transaction that changes the state. The router hands it to
the queue of each consumer at least once. An event without a consumer is kept only for the timeline.
`;

/** Every kind of event: when it is written, by which area, and which workers get it. */
export const eventCatalogue = defineGenerator({
  files: /^lib\/platform\/events\/EVENTS\.md$/,
  async render() {
    const { events } = await collectUnits();
    const { queueWorkers } = await import('../../functions/workers/index.ts');
    const consumers = new Map<string, string[]>();
    for (const { name: worker, consumes } of queueWorkers) {
      for (const { name } of consumes) consumers.set(name, [...(consumers.get(name) ?? []), worker]);
    }
    const written = new Set(events.map(({ unit }) => unit.name));
    const rows = events.map(({ unit: { name, summary }, file }) => [
      `\`${name}\``,
      summary,
      `\`${areaOf(file)}\``,
      (consumers.get(name) ?? []).map((worker) => `\`${worker}\``).join(', '),
    ]);
    const unwritten = [...consumers]
      .filter(([name]) => !written.has(name))
      .map(([name, workers]) => [`\`${name}\``, workers.map((worker) => `\`${worker}\``).join(', ')]);
    const text = [
      HEAD,
      markdownTable(['Event', 'Written when', 'By', 'Consumers'], rows),
      ...(unwritten.length === 0
        ? []
        : [
            '\n## Consumed, but not written by any area yet\n',
            'Names of the webhook contract whose features are not built. Subscribing to them is allowed.\n',
            markdownTable(['Event', 'Consumers'], unwritten),
          ]),
      '',
    ].join('\n');
    return new Map([['lib/platform/events/EVENTS.md', text]]);
  },
});
