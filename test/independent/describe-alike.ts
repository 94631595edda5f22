import { afterAll, beforeAll, describe, it } from 'vitest';

/** One that the behaviours are tried on, and what it is known not to do. */
export interface Implementation<Tried, Behaviour extends string> {
  readonly name: string;
  start(): Promise<Tried>;
  /** Why it differs from AWS, by behaviour: the test fails once it no longer does. */
  readonly differs?: Readonly<Partial<Record<Behaviour, string>>>;
}

/** Tries every behaviour on every implementation. */
export function describeAlike<Tried extends { stop(): Promise<void> }, Behaviour extends string>(
  subject: string,
  behaviours: Readonly<Record<Behaviour, (tried: Tried) => Promise<void>>>,
  implementations: readonly Implementation<Tried, Behaviour>[],
): void {
  describe.each(implementations)(`${subject} of $name`, ({ start, differs = {} }) => {
    let tried: Tried;
    beforeAll(async () => {
      tried = await start();
    });
    afterAll(() => tried?.stop());
    for (const behaviour of Object.keys(behaviours) as Behaviour[]) {
      const reason = differs[behaviour as keyof typeof differs];
      const run = () => behaviours[behaviour](tried);
      if (reason === undefined) it(behaviour, run);
      else it.fails(`${behaviour} (not here: ${reason})`, run);
    }
  });
}
