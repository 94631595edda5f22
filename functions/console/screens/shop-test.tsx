import { words } from '../kit/format.ts';
import { Badge, Facts } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { incomingTexts } from '../texts/texts.ts';

/** What a message would do. */
export interface Tested {
  readonly kind: string;
  readonly shopOrderId: string | null;
  readonly reason: string | null;
  readonly order: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly { readonly field: string; readonly message: string }[];
  /** The mapping that was tried. */
  readonly mapping?: unknown;
}

/** The order that a message gives, with what is wrong with it. */
export function TestResult({ tested: { kind, shopOrderId, reason, order, problems } }: { tested: Tested }) {
  return (
    <div class="sub" aria-live="polite">
      <h3>
        {incomingTexts.shops.result}{' '}
        <Badge value={problems.length > 0 ? 'error' : 'active'} text={words(kind)} />
      </h3>
      {shopOrderId && (
        <p class="quiet">
          {incomingTexts.shops.shopOrder}: {shopOrderId}
        </p>
      )}
      {reason && <p>{reason}</p>}
      {problems.length > 0 && (
        <ul class="rows">
          {problems.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <Badge value="needs_attention" text={words(field)} />
              <span class="problem">{message}</span>
            </li>
          ))}
        </ul>
      )}
      {order && <Facts facts={Object.entries(order).map(([field, value]) => [words(field), shown(value)])} />}
    </div>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return m.none;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
