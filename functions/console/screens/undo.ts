import { useRef, useState } from 'preact/hooks';
import { attempt, toast } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';

/** The latest changes, and how to undo them. */
export function useUndo() {
  const stack = useRef<(() => Promise<unknown>)[]>([]);
  const [size, setSize] = useState(0);
  const run = async () => {
    const back = stack.current.pop();
    setSize(stack.current.length);
    if (back) await attempt(back, planTexts.routes.undone);
  };
  return {
    can: size > 0,
    run,
    push: (text: string, back: () => Promise<unknown>) => {
      stack.current.push(back);
      setSize(stack.current.length);
      if (text) toast(text, 'good', { label: m.actions.undo, run: () => void run() });
    },
  };
}
