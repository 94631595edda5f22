/** When nobody has touched the console for this long, it is idle. Milliseconds. */
const IDLE_AFTER_MS = 5 * 60_000;

/** How much less often an idle console reads. */
const IDLE_FACTOR = 10;

let touchedAt = Date.now();
const listeners = new Set<() => void>();
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const) {
  const touch = () => {
    const wasIdle = isIdle();
    touchedAt = Date.now();
    if (wasIdle) for (const listener of listeners) listener();
  };
  addEventListener(event, touch, { passive: true, capture: true });
}

/** Whether nobody has touched the console for long. */
function isIdle(): boolean {
  return Date.now() - touchedAt > IDLE_AFTER_MS;
}

/** By how much pauses are longer at present. */
export function idleFactor(): number {
  return isIdle() ? IDLE_FACTOR : 1;
}

/** Calls back when somebody touches an idle console. */
export function whenTouched(listener: () => void): void {
  listeners.add(listener);
}
