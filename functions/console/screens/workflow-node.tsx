import { useId } from 'preact/hooks';
import { titleOfAction } from '../kit/api-names.ts';
import { words } from '../kit/format.ts';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import {
  type Blocks,
  blockOf,
  type Case,
  listOf,
  settingsOf,
  type Trigger,
  variablesFor,
} from './workflow-blocks.ts';
import { Cases, Conditions } from './workflow-conditions.tsx';
import { type Edge, type GraphProblem, isTriggerNode, type Node } from './workflow-definition.ts';
import type { SampleOrder } from './workflow-sample.ts';
import { Sample } from './workflow-sample-input.tsx';
import { Settings } from './workflow-settings.tsx';
import { TriggerForm } from './workflow-trigger.tsx';

/** Where the settings of an action lie in its node, and the conditions of a filter or the cases of a switch. */
const [CONFIG, LIST] = ['nodeActionConfig', 'nodeFilterConfig'] as const;

/** The form of a node: what it is called, what it does, and the settings of that. */
export function NodeForm({
  blocks,
  node,
  nodes,
  edges,
  trigger,
  sample,
  problems,
  onChange,
  onTrigger,
}: {
  blocks: Blocks;
  node: Node;
  nodes: readonly Node[];
  edges: readonly Edge[];
  trigger: Trigger;
  /** Where a sample order can be chosen. */
  sample?: SampleOrder;
  problems: readonly GraphProblem[];
  /** `renamed` is a branch that got another name. */
  onChange: (node: Node, renamed?: { readonly from: string; readonly to: string }) => void;
  onTrigger: (trigger: Trigger) => void;
}) {
  const id = useId();
  const around = { nodes, edges, trigger };
  const shown = new Set<GraphProblem>();
  const errorAt = (path: string) => {
    const own = problems.filter((problem) => placeOf(problem) === path);
    for (const problem of own) shown.add(problem);
    return own.length === 0 ? undefined : own.map(wordsAtField).join(' ');
  };
  const texts = {
    variables: variablesFor(blocks, around, node.nodeKey, 'texts'),
    entities: sample?.entities,
    of: node.nodeAction,
    errorAt,
  };
  const conditions = { blocks, variables: variablesFor(blocks, around, node.nodeKey, 'conditions'), errorAt };
  const action = blocks.actions.find(({ key }) => key === node.nodeAction);
  const start = blockOf(blocks, trigger);
  const allowed = blocks.actions.filter(({ triggers }) => start && triggers.includes(start.key));
  const isAllowed = !node.nodeAction || allowed.some(({ key }) => key === node.nodeAction);
  const list = listOf(node);
  const fields = (
    <div class="fields">
      <div class="field">
        <label for={`${id}-name`}>{m.fields.name}</label>
        <input
          id={`${id}-name`}
          value={node.nodeLabel ?? ''}
          onInput={(event) => onChange({ ...node, nodeLabel: event.currentTarget.value })}
        />
      </div>
      {!isTriggerNode(node) && (
        <div class="field">
          <label for={`${id}-kind`}>{automationTexts.workflows.kind}</label>
          <select
            id={`${id}-kind`}
            value={node.nodeType}
            onChange={(event) => onChange(emptied(node, { nodeType: event.currentTarget.value }))}
          >
            {blocks.nodeTypes
              .filter((type) => type !== 'trigger')
              .map((type) => (
                <option key={type} value={type}>
                  {automationTexts.editor.nodeKinds[type] ?? words(type)}
                </option>
              ))}
          </select>
        </div>
      )}
      {node.nodeType === 'action' && (
        <div class="field">
          <label for={`${id}-action`}>{automationTexts.workflows.action}</label>
          <select
            id={`${id}-action`}
            value={node.nodeAction ?? ''}
            aria-invalid={!isAllowed}
            onChange={(event) => {
              const key = event.currentTarget.value;
              onChange(emptied(node, { nodeType: 'action', ...(key === '' ? {} : { nodeAction: key }) }));
            }}
          >
            <option value="">{m.form.choose}</option>
            {!isAllowed && (
              <option value={node.nodeAction}>{action ? titleOfAction(action) : node.nodeAction}</option>
            )}
            {allowed.map((one) => (
              <option key={one.key} value={one.key}>
                {titleOfAction(one)}
              </option>
            ))}
          </select>
          {!isAllowed && <span class="error">{automationTexts.editor.notAllowed}</span>}
          {errorAt('nodeAction') && <span class="error">{errorAt('nodeAction')}</span>}
        </div>
      )}
      {isTriggerNode(node) && <TriggerForm {...{ blocks, trigger }} context={texts} onChange={onTrigger} />}
      {action && (
        <Settings
          key={action.key}
          schema={action.configSchema}
          value={settingsOf(node)}
          path={CONFIG}
          context={texts}
          onChange={(value) => onChange({ ...node, [CONFIG]: value })}
        />
      )}
      {node.nodeType === 'filter' && (
        <div class="wide">
          <p class="help">{automationTexts.editor.filterHelp}</p>
          <Conditions
            items={list}
            path={LIST}
            context={conditions}
            onChange={(items) => onChange({ ...node, [LIST]: items })}
          />
        </div>
      )}
      {node.nodeType === 'switch' && (
        <Cases
          cases={list as readonly Case[]}
          path={LIST}
          context={conditions}
          onChange={(cases, renamed) => onChange({ ...node, [LIST]: cases }, renamed)}
        />
      )}
    </div>
  );
  return (
    <div class="form">
      {sample && <Sample sample={sample} />}
      {fields}
      <Unplaced problems={problems} shown={shown} />
    </div>
  );
}

/** What of a condition a problem is about, which the API names as a whole. */
const PARTS: Readonly<Record<string, string>> = {
  'filter.value': 'value',
  'filter.unknown-field': 'field',
  'filter.unavailable-field': 'field',
  'filter.unknown-operator': 'operator',
  'filter.operator-type': 'operator',
};

/** The place in the node that a problem is about. */
function placeOf({ code, field }: GraphProblem): string | undefined {
  const part = PARTS[code];
  return part && field ? `${field}.${part}` : field;
}

/** A problem in the words of its field, which needs no name there. */
function wordsAtField({ message }: GraphProblem): string {
  return message.replace(/^(?:"[^"]*"|The value of "[^"]*" for \S+ is not valid): */, '');
}

/** A node of another kind, or with another action, without the settings of the former. */
function emptied(node: Node, kind: Pick<Node, 'nodeType' | 'nodeAction'>): Node {
  const { nodeAction: _, nodeActionConfig: __, nodeFilterConfig: ___, ...rest } = node;
  return {
    ...rest,
    ...kind,
    ...(kind.nodeType === 'switch' || kind.nodeType === 'filter' ? { [LIST]: [] } : {}),
  };
}

/** Problems that no field shows. It is drawn after the fields, which mark those that they show. */
function Unplaced({
  problems,
  shown,
}: {
  problems: readonly GraphProblem[];
  shown: ReadonlySet<GraphProblem>;
}) {
  const rest = problems.filter((problem) => !shown.has(problem));
  return rest.length === 0 ? null : (
    <ul class="bullets" role="alert">
      {rest.map((problem, index) => (
        <li key={index} class="problem">
          {problem.message}
        </li>
      ))}
    </ul>
  );
}
