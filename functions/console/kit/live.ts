import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type Query, queryString, read } from './api.ts';
import { follow, isUnchanged, kindsAt } from './changes.ts';
import { idleFactor, isIdle, whenTouched } from './idle.ts';

/** Refresh interval of the screen. Milliseconds. */
export const LIVE_MS = 1_500;

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

/** Whether the API answers, and within the refresh interval: `idle` while nobody has touched the console for long. */
export type Connection = 'live' | 'idle' | 'lost';
let connection: Connection = 'live';
const watchers = new Set<(connection: Connection) => void>();

function report(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const watch of watchers) watch(next);
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
    let etag: string | null = null;
    let timer = 0;
    let failures = 0;
    let reading = false;
    let again = false;
    let readAt = 0;
    const kinds = every === LIVE_MS ? kindsAt(address) : undefined;
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
        report(isIdle() ? 'idle' : 'live');
        if (reply) {
          etag = reply.etag;
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
      const pause = Math.max(every, took * 2) * idleFactor() * 2 ** Math.min(failures, 5);
      timer = window.setTimeout(next, Math.min(pause, Math.max(LONGEST_PAUSE_MS, every)));
    };
    const next = () => {
      if (document.hidden || (kinds && failures === 0 && isUnchanged(kinds, readAt)))
        timer = window.setTimeout(next, LIVE_MS);
      else void run();
    };
    const refreshNow = () => void run();
    refresh.current = refreshNow;
    refreshers.add(refreshNow);
    const unfollow = kinds && follow(kinds, refreshNow);
    void run();
    return () => {
      refreshers.delete(refreshNow);
      unfollow?.();
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
