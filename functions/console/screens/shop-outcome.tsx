import { words } from '../kit/format.ts';
import { Badge } from '../kit/ui.tsx';

/** A message of a shop. */
export interface Message {
  readonly id: string;
  readonly receivedAt: string;
  readonly topic: string;
  readonly outcome: string;
  readonly message: string | null;
  readonly shopOrderId: string | null;
  readonly orderId: string | null;
  readonly handledAt: string | null;
  readonly repetitions: number;
  readonly replays: number;
}

/** Words by which badges get their tones. */
const TONES: Readonly<Record<string, string>> = {
  received: 'queued',
  created: 'success',
  changed: 'success',
  unchanged: 'inactive',
  outdated: 'inactive',
  ignored: 'inactive',
  refused: 'error',
};

/** What became of a message. */
export function OutcomeBadge({ message: { outcome } }: { message: Message }) {
  return <Badge value={TONES[outcome] ?? outcome} text={words(outcome)} />;
}
