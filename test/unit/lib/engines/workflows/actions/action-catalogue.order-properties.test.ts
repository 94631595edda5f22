import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../../lib/engines/workflows/index.ts';
import {
  action,
  anyOrder,
  anyWorkflow,
  codesOf,
  RESERVED_KEYS,
  runOnce,
  single,
  stepOf,
} from '../builders.ts';

/** Runs one action on an order; its step, its effect's payload and the order afterwards. */
function act(
  slug: string,
  config: Record<string, unknown>,
  order: JsonObject = {},
  parts: { readonly on?: string; readonly id?: string; readonly alreadySent?: readonly string[] } = {},
) {
  const { on = 'order.created', ...request } = parts;
  const advanced = runOnce(single(action('n', slug, config), on), {
    context: { order: anyOrder(order) },
    ...request,
  });
  return {
    step: stepOf(advanced, 'n'),
    payload: advanced.effects[0]?.payload,
    order: advanced.run.context.order,
  };
}

const prototypeNames = () =>
  JSON.stringify([Object.prototype, Array.prototype].map((object) => Reflect.ownKeys(object).map(String)));

/** Names that every object inherits; as data they are keys like any other. */
const INHERITED = ['toString', 'hasOwnProperty', 'valueOf', 'length', '__defineGetter__'] as const;

describe('4.6.6 add a tag', () => {
  // Few letters, so that the tag often exists already; a tag in braces must not be expanded from a value.
  const name = fc.oneof(
    fc.constantFrom('cold', 'Cold', 'hot', 'a b', '{{order.id}}', '__proto__', 'toString'),
    fc.string({ minLength: 1, maxLength: 140, unit: 'grapheme' }),
  );

  test('it goes behind the others once, which stay in their order, and again changes nothing', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 6 }), name, (tags, wanted) => {
        const node = (key: string) => action(key, 'add_tag', { tag: '{{order.description}}' });
        const advanced = runOnce(
          anyWorkflow({ nodes: [node('a'), node('b')], edges: ['start>a', 'a>b'], on: 'order.creating' }),
          { context: { order: anyOrder({ tags, description: wanted }) } },
        );
        const tag = wanted.trim();
        const after = advanced.run.context.order?.tags;
        if (tag === '' || tag.length > 128) {
          expect(stepOf(advanced, 'a').status).toBe('failed');
          expect(after).toEqual(tags);
          expect(advanced.effects).toEqual([]);
          return;
        }
        expect(after).toEqual(tags.includes(tag) ? tags : [...tags, tag]);
        expect(stepOf(advanced, 'b').status).toBe('completed');
        expect(advanced.effects.map(({ payload }) => payload)).toEqual(
          tags.includes(tag) ? [] : [{ add: [tag] }],
        );
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
  });
});

describe('4.6.6 extract a metadata field', () => {
  const segment = fc.constantFrom('a', 'b', 'c', '0', '1', ...INHERITED);
  const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string({ maxLength: 5 })),
      fc.array(tie('tree'), { maxLength: 3 }),
      // An own `__proto__`, as a request body can contain it, must not give access either.
      fc.dictionary(fc.oneof(segment, fc.constant('__proto__')), tie('tree'), { maxKeys: 5 }),
    ),
  }));
  const metadata = fc
    .dictionary(segment, tree, { minKeys: 1, maxKeys: 6 })
    .map((data) => JSON.parse(JSON.stringify(data)) as JsonObject);

  /** Where the path leads by own properties, written independently of the code under test. */
  function walk(data: unknown, path: readonly string[]): { readonly at: unknown } | undefined {
    let at = data;
    for (const key of path) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
      // The length of a list is not the merchant's data.
      if (Array.isArray(at) && key === 'length') return undefined;
      at = Reflect.get(at, key);
    }
    return { at };
  }

  test('the value keeps its type, and only a key that is there is found', () => {
    fc.assert(
      fc.property(metadata, fc.array(segment, { minLength: 1, maxLength: 4 }), (orderMetadata, path) => {
        const { step, payload, order } = act(
          'extract_metadata_field',
          { path: path.join('.') },
          { orderMetadata },
        );
        const there = walk(orderMetadata, path);
        expect(step.outputs).toEqual({ value: there?.at ?? null, found: there !== undefined });
        expect(payload).toBeUndefined();
        expect(order?.orderMetadata).toEqual(orderMetadata);
      }),
      { numRuns: 200, seed: 20_261_122, examples: [[{ a: null }, ['a', 'b']]] },
    );
  });

  test('a path through a prototype is refused at save and finds nothing at run time', () => {
    const before = prototypeNames();
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 2 }),
        fc.constantFrom('__proto__', 'constructor', 'prototype'),
        fc.array(segment, { maxLength: 2 }),
        (head, name, tail) => {
          const path = [...head, name, ...tail].join('.');
          expect(codesOf(single(action('n', 'extract_metadata_field', { path })))).toEqual(['action.config']);
          // What was stored without this check must not lead there either.
          const { step } = act('extract_metadata_field', { path });
          expect(step.outputs ?? { value: null }).not.toMatchObject({ found: true });
        },
      ),
      { numRuns: 50, seed: 20_261_122 },
    );
    expect(prototypeNames()).toBe(before);
  });
});

describe('4.6.10 mark the order invalid', () => {
  const on = 'order.validating';

  test('a field is taken at save exactly when it is a camelCase key of 64 characters that is not reserved', () => {
    const letters = [...'abzABZ019'];
    const field = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 70 }) },
      { weight: 1, arbitrary: fc.string({ minLength: 60, maxLength: 68, unit: fc.constant('a') }) },
      { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...RESERVED_KEYS, '__proto__', 'toString', 'a\n', 'dropoffEmail'),
      },
    );
    fc.assert(
      fc.property(field, (key) => {
        const characters = [...key];
        const isCamel =
          'abcdefghijklmnopqrstuvwxyz'.includes(characters[0] ?? '-') &&
          characters.every((character) => character < '\u0080' && /[^\W_]/.test(character));
        const taken = isCamel && key.length <= 64 && !RESERVED_KEYS.includes(key);
        const node = action('n', 'add_validation_error', { field: key, message: 'No' });
        // A key can break two rules at once; each is a problem of its own.
        expect([...new Set(codesOf(single(node, on)))]).toEqual(taken ? [] : ['action.config']);
      }),
      { numRuns: 200, seed: 20_261_122 },
    );
  });

  test('the message is the text without spaces around, up to 500 characters and never half a character', () => {
    const others = fc.dictionary(fc.constantFrom('pickupEmail', 'toString', 'note'), fc.string());
    const words = fc.oneof(
      fc.string({ maxLength: 20, unit: 'grapheme' }),
      fc
        .tuple(fc.integer({ min: 490, max: 502 }), fc.constantFrom('x', '😀', ' '))
        .map(([length, last]) => `${'x'.repeat(length)}${last.repeat(3)}`),
    );
    fc.assert(
      fc.property(words, others, (description, present) => {
        const { step, payload, order } = act(
          'add_validation_error',
          { field: 'note', message: '{{order.description}}' },
          { description, validationErrors: present },
          { on },
        );
        const whole = description.trim();
        if (whole === '') {
          expect(step.status).toBe('failed');
          expect(order?.validationErrors).toEqual(present);
          return;
        }
        const message = String(payload?.message);
        expect(message.length).toBeLessThanOrEqual(500);
        // At most one half of a pair is dropped.
        expect(message.length).toBeGreaterThanOrEqual(Math.min(whole.length, 499));
        expect(whole.startsWith(message)).toBe(true);
        expect(message.isWellFormed()).toBe(whole.isWellFormed());
        expect(payload?.field).toBe('note');
        expect(order?.validationErrors).toEqual({ ...present, note: message });
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
  });
});

describe('4.6.14 messages', () => {
  const blank = fc.constantFrom('', ' ', '\t', '\n');
  const addresses = {
    send_email: fc.nat({ max: 8 }).map((index) => `person+${index}@mail.example.com`),
    send_sms: fc.nat({ max: 8 }).map((index) => `+1 (212) 555-010${index}`),
  } as const;

  test.each(['send_email', 'send_sms'] as const)(
    '%s: every address of a list gets its own delivery once, whatever stands between them',
    (slug) => {
      const parts = fc.array(
        fc.tuple(
          fc.oneof({ weight: 3, arbitrary: addresses[slug] }, blank),
          blank,
          fc.constantFrom(',', ';'),
        ),
        { maxLength: 15 },
      );
      fc.assert(
        fc.property(parts, (list) => {
          const to = list.map(([address, space, mark]) => `${space}${address}${space}${mark}`).join('');
          const config = { to: '{{order.description}}', body: 'Hi', subject: 'Hello' };
          const { subject: _, ...short } = config;
          const { step, payload } = act(slug, slug === 'send_email' ? config : short, { description: to });
          const wanted = list.map(([address]) => address.trim()).filter((address) => address !== '');
          if (wanted.length === 0) {
            expect(step.status).toBe('failed');
            expect(payload).toBeUndefined();
            return;
          }
          const recipients = payload?.recipients as readonly {
            readonly address: string;
            readonly key: string;
          }[];
          expect(recipients.map(({ address }) => address)).toEqual([...new Set(wanted)]);
          // One key each, so that repeating one delivery cannot swallow another.
          expect(new Set(recipients.map(({ key }) => key)).size).toBe(recipients.length);
        }),
        { numRuns: 100, seed: 20_261_122 },
      );
    },
  );

  const messages = {
    send_email: { to: 'a@example.com', subject: 'Hello' },
    send_sms: { to: '+12125550100' },
    send_slack: { channel: '#ops' },
    send_teams_channel_message: { channel: 'c1' },
  } as const;
  const slug = fc.constantFrom('send_email', 'send_sms', 'send_slack', 'send_teams_channel_message');
  const identifier = fc.stringMatching(/^[a-z]{2,5}_[0-9A-Za-z]{1,12}$/);

  test('once per order: every firing for an order has its key, whatever else changed, and no other order has', () => {
    fc.assert(
      fc.property(
        slug,
        fc.uniqueArray(identifier, { minLength: 2, maxLength: 2 }),
        fc.uniqueArray(identifier, { minLength: 2, maxLength: 2 }),
        fc.string({ minLength: 1 }),
        (name, [first = '', second = ''], [run = '', later = ''], description) => {
          const config = { ...messages[name], body: 'x{{order.description}}', oncePerOrder: true };
          const key = act(name, config, { id: first }, { id: run }).payload?.onceKey;
          expect(typeof key).toBe('string');
          const again = { id: first, description, status: 'archived' };
          expect(act(name, config, again, { id: later }).payload?.onceKey).toBe(key);
          const alreadySent = [String(key)];
          const held = act(name, config, again, { id: later, alreadySent });
          expect(held.payload).toBeUndefined();
          expect(held.step).toMatchObject({ status: 'completed', sent: false });
          const other = act(name, config, { id: second }, { id: run, alreadySent });
          expect(other.payload?.onceKey).not.toBe(key);
          expect(other.step.sent).toBe(true);
        },
      ),
      { numRuns: 100, seed: 20_261_122 },
    );
  });

  test('a subject is one line of up to 998 characters and never half a character', () => {
    const text = fc
      .tuple(fc.integer({ min: 990, max: 1_000 }), fc.constantFrom('x', '😀', '\r\n'))
      .map(([length, last]) => `${'x'.repeat(length)}${last.repeat(5)}`);
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'grapheme' })), (description) => {
        const config = { ...messages.send_email, subject: 'S{{order.description}}', body: 'Hi' };
        const subject = String(act('send_email', config, { description }).payload?.subject);
        expect(subject.length).toBeLessThanOrEqual(998);
        expect(subject).not.toMatch(/[\r\n]/);
        expect(`S${description}`.replace(/[\r\n]+/g, ' ').startsWith(subject)).toBe(true);
        expect(subject.isWellFormed()).toBe(description.isWellFormed());
      }),
      { numRuns: 100, seed: 20_261_122 },
    );
  });

  test('a key that is nowhere fails the step; one that is there and empty gives empty text', () => {
    const key = fc.oneof(fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,10}$/), fc.constantFrom(...INHERITED));
    const empty = fc.constantFrom<Json>('', null);
    fc.assert(
      fc.property(slug, key, fc.option(empty, { nil: undefined }), (name, metadataKey, value) => {
        fc.pre(metadataKey !== 'constructor' && metadataKey !== 'prototype');
        const config = { ...messages[name], body: `[{{order.orderMetadata.${metadataKey}}}]` };
        const orderMetadata = value === undefined ? {} : Object.fromEntries([[metadataKey, value]]);
        const { step, payload } = act(name, config, { orderMetadata });
        if (value === undefined) {
          expect(step.status).toBe('failed');
          expect(step.reason).toContain(`order.orderMetadata.${metadataKey}`);
          expect(payload).toBeUndefined();
        } else {
          expect(step.status).toBe('completed');
          expect(payload?.body).toBe('[]');
        }
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
  });
});
