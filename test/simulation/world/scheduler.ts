/** Something that happens at its time. */
interface Entry {
  readonly at: number;
  readonly order: number;
  readonly isBackground: boolean;
  readonly run: () => void;
  isCanceled: boolean;
}

/** Taken before the globals are replaced: lets everything run that can continue without the scheduler. */
const { setImmediate } = globalThis;
const everythingElse = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The only clock of the simulated world, and the only place that decides what happens next. */
export class Scheduler {
  #now: number;
  #order = 0;
  #foreground = 0;
  readonly #heap: Entry[] = [];
  /** How many things happened. */
  events = 0;

  constructor(startMs: number) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  /** Schedules something after this many milliseconds. Background entries do not delay the quiet. */
  after(ms: number, run: () => void, options: { readonly isBackground?: boolean } = {}): { cancel(): void } {
    const isBackground = options.isBackground ?? false;
    const entry = {
      // Clocks give whole milliseconds.
      at: this.#now + Math.max(0, Math.ceil(ms)),
      order: this.#order++,
      isBackground,
      run,
      isCanceled: false,
    };
    if (!isBackground) this.#foreground += 1;
    this.#push(entry);
    return {
      cancel: () => {
        if (entry.isCanceled) return;
        entry.isCanceled = true;
        if (!isBackground) this.#foreground -= 1;
      },
    };
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Nothing is scheduled except what repeats for ever. */
  isQuiet(): boolean {
    return this.#foreground === 0;
  }

  /** Lets things happen until `untilMs`, or until `isOver` says so. */
  async run(untilMs: number, isOver: () => boolean): Promise<void> {
    await everythingElse();
    while (!isOver()) {
      const next = this.#heap[0];
      if (!next || next.at > untilMs) {
        this.#now = Math.max(this.#now, untilMs);
        return;
      }
      this.#pop();
      if (next.isCanceled) continue;
      next.isCanceled = true;
      if (!next.isBackground) this.#foreground -= 1;
      this.#now = next.at;
      this.events += 1;
      next.run();
      await everythingElse();
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    heap.push(entry);
    let index = heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(heap[index]!, heap[parent]!)) break;
      [heap[index], heap[parent]] = [heap[parent]!, heap[index]!];
      index = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      let least = index;
      for (const child of [left, left + 1]) {
        if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child;
      }
      if (least === index) return;
      [heap[index], heap[least]] = [heap[least]!, heap[index]!];
      index = least;
    }
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
