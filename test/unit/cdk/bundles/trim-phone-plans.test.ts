import { parsePhoneNumberFromString } from 'libphonenumber-js/core/es6';
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/max';
import plans from 'libphonenumber-js/min/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { withoutFormats } from '../../../../cdk/bundles/trim-phone-plans.ts';

const trimmed = withoutFormats(plans);

describe('telephone plans without formats', () => {
  it.each(getCountries())('read the numbers of %s as the whole plans do', (country) => {
    const example = getExampleNumber(country, examples)!;
    const texts = [
      example.number,
      example.formatNational(),
      example.formatInternational(),
      ...wrong(example.number),
    ];
    const read = texts.map((text) => numberOf(text, country, trimmed));
    expect(read).toEqual(texts.map((text) => numberOf(text, country, plans)));
    expect(read[0]).toEqual({ number: example.number, isPossible: true });
  });

  it('are less than half of the whole ones', () => {
    const [size, whole] = [trimmed, plans].map((some) => JSON.stringify(some).length);
    expect(size).toBeLessThan(whole! / 2);
  });

  it('are not made from plans of another layout', () => {
    expect(() => withoutFormats({ ...plans, version: 5 })).toThrow('layout 5');
  });
});

/** Too short, too long, without its first digit. */
function wrong(number: string): readonly string[] {
  return [number.slice(0, -3), `${number}123`, number.slice(1)];
}

function numberOf(text: string, country: CountryCode, by: typeof plans) {
  const parsed = parsePhoneNumberFromString(text, country, by);
  return parsed && { number: parsed.number, isPossible: parsed.isPossible() };
}
