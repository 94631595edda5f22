/**
 * Makes a function that does the work of each key one after another, and what came in for a key meanwhile in one go: for work
 * that would only get into its own way. Each caller gets the outcome of the work that had its item. `process` is what one
 * process has of its own, such as its clock: nobody waits for the work of another one, which may have died.
 */
export function coalesceByKey<Item>(
  work: (items: readonly Item[]) => Promise<void>,
  most: number,
): (process: object, key: string, item: Item) => Promise<void> {
  const lines = new WeakMap<object, ReturnType<typeof line<Item>>>();
  return (process, key, item) => {
    const add = lines.get(process) ?? line(work, most);
    lines.set(process, add);
    return add(key, item);
  };
}

function line<Item>(
  work: (items: readonly Item[]) => Promise<void>,
  most: number,
): (key: string, item: Item) => Promise<void> {
  interface Round {
    readonly items: Item[];
    done: Promise<void>;
  }
  const waiting = new Map<string, Round>();
  const running = new Map<string, Promise<void>>();
  return (key, item) => {
    const open = waiting.get(key);
    if (open && open.items.length < most) {
      open.items.push(item);
      return open.done;
    }
    const round: Round = { items: [item], done: Promise.resolve() };
    const begin = async () => {
      if (waiting.get(key) === round) waiting.delete(key);
      await work(round.items);
    };
    round.done = (running.get(key) ?? Promise.resolve()).then(begin);
    const settled = round.done.catch(() => undefined);
    waiting.set(key, round);
    running.set(key, settled);
    settled.then(() => {
      if (running.get(key) === settled) running.delete(key);
    });
    return round.done;
  };
}
