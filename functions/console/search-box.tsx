import { lazy, Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { Button, Dialog, Skeleton } from './kit/ui.tsx';
import { m } from './messages.ts';
import type { Screen } from './screen-list.ts';
import { withTexts } from './texts/texts.ts';

const load = withTexts(['fleet'], () => import('./screens/search.tsx'));
const Results = lazy(() => load().then(({ SearchEverything }) => ({ default: SearchEverything })));

/** A search over everything, opened with its button or with `/`. */
export function Search({ screens }: { screens: readonly Screen[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button kind="ghost" icon="search" label={m.search.open} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title={m.search.title} wide onClose={() => setOpen(false)}>
          <Suspense fallback={<Skeleton lines={2} />}>
            <Results screens={screens} onDone={() => setOpen(false)} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}

/** Whether a key belongs to a text or to an open dialog. */
function isTyping({ target }: KeyboardEvent): boolean {
  const element = target instanceof Element ? target : undefined;
  return (
    element?.closest('input, textarea, select, [contenteditable]') != null ||
    document.querySelector('dialog[open]') !== null
  );
}
