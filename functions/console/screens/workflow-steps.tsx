import { dateTime } from '../kit/format.ts';
import { Badge } from '../kit/ui.tsx';
import { m } from '../messages.ts';

/** One step of a run or of a test. */
export interface Step {
  readonly id: string;
  readonly nodeKey: string;
  readonly status: string;
  readonly createdAt: string;
  readonly nodeVariables: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly missing: readonly string[];
}

/** Steps in their order, each with its values. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol class="rows">
      {steps.map((step) => (
        <li key={step.id}>
          <Badge value={step.status} />
          <span>
            <strong>{step.nodeKey}</strong>
            {step.reason && <span class="quiet block">{step.reason}</span>}
            {step.missing.length > 0 && (
              <span class="problem block">{m.workflows.missing(step.missing.join(', '))}</span>
            )}
            <details>
              <summary>{m.workflows.values}</summary>
              <pre>{JSON.stringify({ input: step.nodeVariables, output: step.output }, null, 2)}</pre>
            </details>
          </span>
          <span class="quiet">{dateTime(step.createdAt)}</span>
        </li>
      ))}
    </ol>
  );
}
