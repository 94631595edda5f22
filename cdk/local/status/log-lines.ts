/** A line that a function printed. */
export interface LogLine {
  /** When it was printed, ISO 8601. */
  readonly at: string;
  readonly function: string;
  readonly level: string;
  readonly requestId?: string;
  readonly route?: string;
  readonly status?: number;
  /** The line as it was printed. */
  readonly text: string;
}

/** Lines stored for the status page; the files in `logs` contain all of them. */
const REMEMBERED = 2_000;

/** Longest line that the page shows. */
const LONGEST = 10_000;

/** Stores the newest lines of all functions. */
export function rememberLines(nowMs: () => number) {
  const lines: LogLine[] = [];
  return {
    print(functionName: string, text: string): void {
      for (const line of text.split('\n')) {
        if (line.trim() !== '') lines.push(readLine(functionName, line, nowMs()));
      }
      if (lines.length > 2 * REMEMBERED) lines.splice(0, lines.length - REMEMBERED);
    },
    newest: (): readonly LogLine[] => lines.slice(-REMEMBERED),
  };
}

/** A line of the service's own log, parsed; anything else is text. */
function readLine(functionName: string, line: string, nowMs: number): LogLine {
  const said = parsed(line);
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const [requestId, route] = [text(said.requestId), text(said.route)];
  return {
    at: text(said.timestamp) ?? new Date(nowMs).toISOString(),
    function: functionName,
    level: text(said.level) ?? 'INFO',
    ...(requestId === undefined ? {} : { requestId }),
    ...(route === undefined ? {} : { route }),
    ...(typeof said.status === 'number' ? { status: said.status } : {}),
    text: line.slice(0, LONGEST),
  };
}

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
