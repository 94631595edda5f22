import { useEffect, useState } from 'preact/hooks';
import { problemOf } from './ui.tsx';

/** Pause after typing before anything is read. Milliseconds. */
const SETTLE_MS = 250;

/** What was found, or why nothing could be; neither until there is an answer. */
interface Found<Result> {
  readonly found?: Result | undefined;
  readonly problem?: string | undefined;
}

/** What `find`, which stays the same function, finds for a text once nobody has typed for a moment. */
export function useFound<Result>(text: string, find: (text: string) => Promise<Result>): Found<Result> {
  const [state, setState] = useState<Found<Result> & { readonly of: readonly unknown[] }>({ of: [] });
  useEffect(() => {
    let isCurrent = true;
    const answer = (found: Found<Result>) => isCurrent && setState({ ...found, of: [text, find] });
    const timer = setTimeout(() => {
      find(text).then(
        (found) => answer({ found }),
        (error) => answer({ problem: problemOf(error) }),
      );
    }, SETTLE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, find]);
  return state.of[0] === text && state.of[1] === find ? state : {};
}
