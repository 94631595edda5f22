import type { WriteStream } from 'node:tty';
import { type Followed, isOver } from './follow-orders.ts';
import { WHOLE_WAY } from './whole-way.ts';

const BAR_WIDTH = 20;

/** Without a terminal, what has ended is reported at these shares of all. */
const QUARTERS = 4;

/** Shows how far the orders are: a line for each and a bar for all on a terminal, otherwise a line for each quarter. */
export function screen(output: Pick<WriteStream, 'write' | 'isTTY'>): (orders: readonly Followed[]) => void {
  let drawn = 0;
  let reported = 0;
  return (orders) => {
    if (!output.isTTY) {
      const quarter = Math.floor((orders.filter(isOver).length / orders.length) * QUARTERS);
      if (quarter > reported) output.write(`${totalOf(orders)}\n`);
      reported = quarter;
      return;
    }
    const lines = [...orders.map(lineOf), '', totalOf(orders)];
    output.write(`${drawn ? `\u001b[${drawn}A` : ''}${lines.map((line) => `\u001b[2K${line}`).join('\n')}\n`);
    drawn = lines.length;
  };
}

function lineOf(order: Followed): string {
  const attempts = order.tasks.length;
  const provider = order.tasks.at(-1)?.delivery?.providerName ?? '';
  const step = Math.max(0, WHOLE_WAY.indexOf(order.status));
  return [
    bar(step / (WHOLE_WAY.length - 1)),
    order.status.padEnd(20),
    `attempt ${attempts}`.padEnd(10),
    provider.padEnd(22),
    order.story,
  ].join('  ');
}

function totalOf(orders: readonly Followed[]): string {
  const over = orders.filter(isOver).length;
  return `${bar(over / orders.length)}  ${over} of ${orders.length} deliveries ended`;
}

function bar(share: number): string {
  const full = Math.round(share * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`;
}
