import type { WholeState } from './whole-state.ts';

/** Most characters of a message that a row shows. */
const EXCERPT = 400;

/** The status page. Works without scripts; reloads itself. */
export function renderStatus(state: WholeState): string {
  const queues = state.queues.filter(({ deadLetters }) => !deadLetters);
  const deadLetters = state.queues.filter((queue) => queue.deadLetters);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="5">
<title>Local cloud</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1c2024; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #e2e5e9; vertical-align: top; }
td.number { font-variant-numeric: tabular-nums; } code { font-size: 12px; overflow-wrap: anywhere; } .bad { color: #b42318; } .none { color: #6b7280; }
</style>
</head>
<body>
<h1>Local cloud</h1>
<p>Clock: <code>${escapeHtml(state.now)}</code>, ${state.skippedMs / 1000} s skipped. The same as <a href="/_local/state">JSON</a>.</p>
${section(
  'Tables',
  ['table', 'items'],
  state.tables.map(({ name, items }) => [text(name), number(items)]),
)}
${section('Queues', ['queue', 'messages', ''], queues.map(queueRow))}
${section('Dead letters', ['queue', 'messages', ''], deadLetters.map(queueRow))}
${section(
  'Running executions',
  ['state machine', 'state', 'started', 'wakes', 'execution'],
  state.executions.map((execution) => [
    text(execution.stateMachine),
    text(execution.state),
    text(execution.startedAt),
    text(execution.wakesAt ?? ''),
    text(execution.arn),
  ]),
)}
${section(
  'Schedules',
  ['schedule', 'expression', 'next'],
  state.schedules.map(({ name, expression, nextAt }) => [text(name), text(expression), text(nextAt ?? '')]),
)}
${section(
  'Captured outgoing messages',
  ['at', 'channel', 'to', 'text'],
  state.outgoing.map(({ at, channel, to, text: body }) => [text(at), text(channel), text(to), text(body)]),
)}
</body>
</html>
`;
}

function queueRow({ name, deadLetters, messages, count }: WholeState['queues'][number]): string[] {
  const list = messages.map(
    ({ id, body, receives }) =>
      `<div><code>${escapeHtml(id)}</code> received ${receives} times<br><code>${escapeHtml(body.slice(0, EXCERPT))}</code></div>`,
  );
  return [text(name), number(count, deadLetters && count > 0), `<td>${list.join('')}</td>`];
}

function section(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return `<h2>${title}</h2>\n<p class="none">none</p>`;
  const head = columns.map((column) => `<th>${column}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('\n');
  return `<h2>${title}</h2>\n<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

function text(value: string): string {
  return `<td>${escapeHtml(value.slice(0, EXCERPT))}</td>`;
}

function number(value: number, bad = false): string {
  return `<td class="number${bad ? ' bad' : ''}">${value}</td>`;
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
