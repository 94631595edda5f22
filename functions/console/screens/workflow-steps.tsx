import { useApiNames } from '../kit/api-names.ts';
import { dateTime, words } from '../kit/format.ts';
import { Badge, Facts } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import type { Node } from './workflow-definition.ts';
import { shownValue } from './workflow-values.ts';

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
  /** Of a test: what the action would do. */
  readonly preview?: { readonly payload: Readonly<Record<string, unknown>> } | null;
}

/** What a node is called. */
export function nodeName(nodes: readonly Node[], key: string): string {
  return nodes.find(({ nodeKey }) => nodeKey === key)?.nodeLabel ?? key;
}

/** Steps in their order, each with its values. `nodes` have the names of the steps. */
export function Steps({ steps, nodes = [] }: { steps: readonly Step[]; nodes?: readonly Node[] }) {
  useApiNames();
  return (
    <ol class="rows">
      {steps.map((step) => (
        <li key={step.id}>
          <Badge value={step.status} />
          <span>
            <strong>{nodeName(nodes, step.nodeKey)}</strong>
            {step.reason && <span class="quiet block">{step.reason}</span>}
            {step.missing.length > 0 && (
              <span class="problem block">{automationTexts.workflows.missing(step.missing.join(', '))}</span>
            )}
            {step.preview && <Facts facts={factsOf(step.preview.payload)} />}
            {(Object.keys(step.nodeVariables).length > 0 || Object.keys(step.output).length > 0) && (
              <details>
                <summary>{automationTexts.workflows.values}</summary>
                <Facts
                  facts={[
                    ...Object.entries(step.nodeVariables).map(
                      ([path, value]) => [path, value === null ? m.none : shownValue(value)] as const,
                    ),
                    ...factsOf(step.output),
                  ]}
                />
              </details>
            )}
          </span>
          <span class="quiet">{dateTime(step.createdAt)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Values by their names in words; those that are not there are left out. */
function factsOf(values: Readonly<Record<string, unknown>>) {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [words(name), shownValue(value)] as const);
}
