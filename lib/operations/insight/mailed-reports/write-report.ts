import { signInUrl } from '../../../platform/core/links.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { escapeHtml } from '../../../reactions/notifications/index.ts';
import { type Answer, ask, type Row } from '../ask.ts';
import { inUnit } from '../in-unit.ts';
import type { Measure } from '../measure.ts';
import { MEASURES } from '../measures.ts';
import type { Period } from './period-of-report.ts';
import type { Report } from './report.ts';

/** A report as an e-mail. */
export interface WrittenReport {
  readonly subject: string;
  readonly body: string;
  readonly html: string;
}

interface Part {
  readonly measure: Measure;
  readonly answer: Answer;
}

const dates = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const weekdays = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** Writes a report of a period: each measure with its change against the period before, and by day or hour. */
export async function writeReport(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  report: Report,
  { from, to }: Period,
): Promise<WrittenReport | Refusal> {
  const asker = { organizationId: report.organizationId, storeLocationIds: null, driverGroupIds: null };
  const step = report.period === 'week' ? 'day' : 'hour';
  const parts: Part[] = [];
  for (const name of report.measures) {
    const measure = MEASURES.find((one) => one.name === name)!;
    const question = { measure, from, to, groupBy: [step] as const, filters: {}, isCompared: true };
    const answer = await ask(deps, asker, question);
    if (isRefusal(answer)) return answer;
    parts.push({ measure, answer });
  }
  const when = from === to ? dateOf(from) : `${dateOf(from)} to ${dateOf(to)}`;
  const subject = `${report.name}: ${when}`;
  const link = `${signInUrl()}#/insights?days=${from}..${to}`;
  const lines = parts.map(({ measure, answer }) => `${measure.label}: ${sentenceOf(measure, answer)}`);
  const pictures = parts.map((part) => pictureOf(part, step)).join('');
  const html =
    '<!doctype html><html><body style="font-family:sans-serif;color:#1f2430;max-width:600px">' +
    `<h1 style="font-size:20px">${escapeHtml(subject)}</h1>${tableOf(parts)}${pictures}` +
    `<p><a href="${escapeHtml(link)}">See these numbers in the console</a></p></body></html>`;
  return { subject, body: [...lines, '', link].join('\n'), html };
}

function dateOf(date: string): string {
  return dates.format(new Date(`${date}T00:00:00Z`));
}

function nameOf(step: 'day' | 'hour', { key }: Row): string {
  const value = key[step] ?? '';
  return step === 'hour' ? `${value}:00` : weekdays.format(new Date(`${value}T00:00:00Z`));
}

/** A measure of the period, with what it is based on and the period before. */
function sentenceOf({ unit, formula }: Measure, { total, currency }: Answer): string {
  const basis = formula.kind === 'ratio' ? ` (of ${inUnit('count', total.n, null)})` : '';
  const before = inUnit(unit, total.previous?.value ?? null, currency);
  return `${inUnit(unit, total.value, currency)}${basis}, before ${before}`;
}

const CELL = 'style="padding:4px 12px 4px 0;text-align:left;vertical-align:top"';

function tableOf(parts: readonly Part[]): string {
  const rows = parts.map(({ measure: { label, unit, formula }, answer: { total, currency } }) => {
    const values = [
      inUnit(unit, total.value, currency),
      inUnit(unit, total.previous?.value ?? null, currency),
      formula.kind === 'ratio' ? inUnit('count', total.n, null) : '',
    ];
    const cells = values.map((value) => `<td ${CELL}>${escapeHtml(value)}</td>`).join('');
    return `<tr><th ${CELL} scope="row">${escapeHtml(label)}</th>${cells}</tr>`;
  });
  const heads = ['', 'This period', 'Before', 'Cases'].map((head) => `<th ${CELL} scope="col">${head}</th>`);
  return `<table style="border-collapse:collapse"><tr>${heads.join('')}</tr>${rows.join('')}</table>`;
}

/** Width of the longest bar. Pixels. */
const LONGEST = 240;

/** A measure by day or hour as bars, which are cells of a table: every mail program shows those. */
function pictureOf(
  { measure: { label, unit }, answer: { rows, currency } }: Part,
  step: 'day' | 'hour',
): string {
  const shown = rows.filter(({ value }) => value !== null);
  const most = Math.max(...shown.map(({ value }) => value ?? 0));
  if (shown.length === 0 || most <= 0) return '';
  const bars = shown.map((row) => {
    const width = Math.max(1, Math.round((LONGEST * Math.max(0, row.value ?? 0)) / most));
    const bar =
      '<table role="presentation" style="border-collapse:collapse"><tr>' +
      `<td width="${width}" height="12" bgcolor="#2f6fde" style="padding:0;font-size:1px">&nbsp;</td></tr></table>`;
    const value = escapeHtml(inUnit(unit, row.value, currency));
    return `<tr><th ${CELL} scope="row">${nameOf(step, row)}</th><td ${CELL}>${bar}</td><td ${CELL}>${value}</td></tr>`;
  });
  return (
    `<h2 style="font-size:16px">${escapeHtml(label)}, by ${step}</h2>` +
    `<table style="border-collapse:collapse">${bars.join('')}</table>`
  );
}
