import { expect, test } from 'vitest';
import { languageFor } from '../../../../../functions/driver-app/messages/language.ts';

test("45 1 the phone's first language that the app speaks, English otherwise", () => {
  expect(languageFor(['it-IT', 'es-MX', 'en'])).toBe('es');
  expect(languageFor(['de-AT'])).toBe('de');
  expect(languageFor(['ja'])).toBe('en');
  expect(languageFor([])).toBe('en');
});
