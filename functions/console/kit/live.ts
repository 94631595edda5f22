import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type Query, queryString, read } from './api.ts';
import type { IsUnchanged } from './changes.ts';
import { idleFactor, whenTouched } from './idle.ts';

/** Refresh interval of the screen. Milliseconds. */
export const LIVE_MS = 1_500;

/** What is read less often than this is costly to read, and not read at once when it changes. Milliseconds. */
const PROMPT_MS = 5_000;

/** After a failure the pause doubles up to this. Milliseconds. */
const LONGEST_PAUSE_MS = 30_000;

/** What a screen shows of data that it keeps reading. */
export interface Live<Reply> {
  /** The latest reply; undefined until there is one. */
  readonly data: Reply | undefined;
  /** Why the latest attempt failed; the data of the previous one stays. */
  readonly error: ApiError | undefined;
  readonly refresh: () => void;
}

const refreshers = new Set<() => void>();
whenTouched(refreshAll);

/** Refreshes everything on the screen: after a change, or when the tab becomes visible again. */
export function refreshAll(): void {
  for (const refresh of refreshers) refresh();
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refreshAll();
});

/** How up to date the screen is: `live`, `lost` when the API does not answer, or the seconds between two reads. */
export type Connection = 'live' | 'lost' | number;
let connection: Connection = 'live';
const watchers = new Set<(connection: Connection) => void>();

function report(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const watch of watchers) watch(next);
}

/** Pauses of all that the screen keeps reading. Milliseconds. */
const pauses = new Set<{ readonly ms: number }>();

/** How often the screen is read again: the most frequent of its reads counts. */
function pace(): Connection {
  const ms = Math.min(...[...pauses].map((pause) => pause.ms)) * idleFactor();
  return ms > PROMPT_MS && ms < Infinity ? ms / 1_000 : 'live';
}

/** Whether the screen is up to date. */
export function useConnection(): Connection {
  const [value, setValue] = useState(connection);
  useEffect(() => {
    watchers.add(setValue);
    return () => void watchers.delete(setValue);
  }, []);
  return value;
}

/**
 * Reads and keeps reading while the tab is visible. A reply that did not change costs a tag and no body. With `path`
 * null it reads nothing, with `every` 0 it reads once.
 */
export function useLive<Reply>(path: string | null, query: Query = {}, every = LIVE_MS): Live<Reply> {
  const address = path === null ? null : path + queryString(query);
  const [state, setState] = useState<{
    readonly address: string | null;
    readonly data?: Reply;
    readonly error?: ApiError | undefined;
  }>({ address });
  const refresh = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (address === null) return;
    const control = new AbortController();
    const pause = { ms: every };
    if (every > 0) pauses.add(pause);
    let etag: string | null = null;
    let timer = 0;
    let failures = 0;
    let reading = false;
    let again = false;
    let readAt = 0;
    let isUnchanged: IsUnchanged | undefined;
    let latest: Reply | undefined;
    const run = async () => {
      clearTimeout(timer);
      if (reading) {
        again = true;
        return;
      }
      reading = true;
      const startedAt = performance.now();
      try {
        const reply = await read<Reply>(address, {}, etag, control.signal);
        failures = 0;
        readAt = startedAt;
        report(pace());
        if (reply) {
          etag = reply.etag;
          latest = reply.data;
          setState({ address, data: reply.data });
        } else {
          setState((before) => (before.error ? { ...before, error: undefined } : before));
        }
      } catch (error) {
        if (control.signal.aborted) return;
        failures += 1;
        const known = error instanceof ApiError ? error : new ApiError(0, {});
        if (known.status === 0 || known.status >= 500) report('lost');
        setState((before) => ({ ...(before.address === address ? before : { address }), error: known }));
      } finally {
        reading = false;
      }
      if (control.signal.aborted) return;
      if (again) {
        again = false;
        void run();
        return;
      }
      if (every === 0 && failures === 0) return;
      const took = performance.now() - startedAt;
      const pauseMs = Math.max(every, took * 2) * idleFactor() * 2 ** Math.min(failures, 5);
      timer = window.setTimeout(next, Math.min(pauseMs, Math.max(LONGEST_PAUSE_MS, every)));
    };
    const next = () => {
      if (document.hidden || (failures === 0 && isUnchanged?.(readAt, latest)))
        timer = window.setTimeout(next, LIVE_MS);
      else void run();
    };
    const refreshNow = () => void run();
    refresh.current = refreshNow;
    refreshers.add(refreshNow);
    // The first reply does not wait for it. Where it cannot be loaded, everything is read as often as without it.
    if (every > 0) {
      void import('./changes.ts').then(
        ({ follow }) => {
          isUnchanged = follow(address, every > PROMPT_MS ? () => undefined : refreshNow, control.signal);
        },
        () => undefined,
      );
    }
    void run();
    return () => {
      pauses.delete(pause);
      // What is left on the screen, or nothing, may be read at another pace.
      if (connection !== 'lost') report(pace());
      refreshers.delete(refreshNow);
      clearTimeout(timer);
      control.abort();
    };
  }, [address, every]);
  const isCurrent = state.address === address;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    refresh: useCallback(() => refresh.current(), []),
  };
}
