import { OrderPicker } from '../kit/order-picker.tsx';
import { automationTexts } from '../texts/texts.ts';
import type { SampleOrder } from './workflow-sample.ts';

/** Chooses the sample order. */
export function Sample({ sample: { order, pick, problem } }: { sample: SampleOrder }) {
  return (
    <details class="sample" open={order !== undefined}>
      <summary>{automationTexts.editor.sample}</summary>
      <p class="help">{automationTexts.editor.sampleHelp}</p>
      <OrderPicker label={automationTexts.editor.sampleOrder} picked={order} onPick={pick} />
      {problem && <p class="problem">{problem}</p>}
    </details>
  );
}
