import { ORDER_TRANSITIONS } from '../../lib/orders/index.ts';
import { defineGenerator, replaceSection } from './generator.ts';
import { stateDiagram } from './state-diagram.ts';

/** The README's state diagrams, from the tables that decide the transitions. */
export const lifecycles = defineGenerator({
  file: 'README.md',
  render(present) {
    if (present === undefined) return undefined;
    return replaceSection(present, 'lifecycles', [orderDiagram()].join('\n\n'));
  },
});

/** A new order is sound or flawed; what follows is in the table. */
function orderDiagram(): string {
  const steps = ORDER_TRANSITIONS.flatMap(({ trigger, from, guard, to }) =>
    from.map((state) => ({ from: state, to, label: guard ? `${trigger} (${guard})` : trigger })),
  );
  return stateDiagram('Order', ['valid', 'needs_attention'], steps);
}
