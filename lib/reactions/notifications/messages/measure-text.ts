import { SegmentedMessage } from 'sms-segments-calculator';

/** Encoding and price of a text message: by segments. */
export interface MeasuredText {
  readonly characters: number;
  readonly segments: number;
  /**
   * `GSM-7`, or `UCS-2` when a character is not in that alphabet: segments then hold less than half as many
   * characters.
   */
  readonly encoding: 'GSM-7' | 'UCS-2';
}

/** Length and segments of a text message. */
export function measureText(text: string): MeasuredText {
  const message = new SegmentedMessage(text);
  return {
    characters: [...text].length,
    segments: message.segmentsCount,
    encoding: message.getEncodingName() === 'GSM-7' ? 'GSM-7' : 'UCS-2',
  };
}
