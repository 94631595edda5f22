/** Maximum number of slots of a window. Two bookings at the same moment conflict only when they use the same slot. */
const MAX_SLOTS = 40;

/** Slots of a window without a limit. */
const UNLIMITED_SLOTS = 16;

/** Units taken of one slot. */
export interface SlotUnits {
  readonly slot: number;
  readonly units: number;
}

/** How a booking takes its units. */
export interface CapacityChoice {
  readonly taken: readonly SlotUnits[];
  /** The other slots must be unchanged since they were read, because the total depends on them. */
  readonly needsAllUnchanged: boolean;
}

/** Number of slots of a window's capacity at its first booking. */
export function slotsFor(maximumCapacity: number | null): number {
  return maximumCapacity === null ? UNLIMITED_SLOTS : Math.min(MAX_SLOTS, Math.max(1, maximumCapacity));
}

/** Remaining capacity; null = no limit. */
export function remainingCapacity(maximumCapacity: number | null, used: readonly number[]): number | null {
  if (maximumCapacity === null) return null;
  return Math.max(0, maximumCapacity - used.reduce((sum, each) => sum + each, 0));
}

/**
 * The slots from which a booking takes its units; undefined when too few are left. One slot if one has enough (a random
 * one of these), otherwise the emptiest ones together. Each slot has its share of the capacity, so that bookings on
 * different slots cannot exceed it together, even at the same moment.
 */
export function chooseSlots(
  maximumCapacity: number | null,
  used: readonly number[],
  units: number,
  random: () => number = Math.random,
): CapacityChoice | undefined {
  const left = remainingCapacity(maximumCapacity, used);
  if (left !== null && left < units) return undefined;
  const free = used.map((taken, slot) =>
    maximumCapacity === null
      ? Number.POSITIVE_INFINITY
      : Math.max(0, shareOf(maximumCapacity, used.length, slot) - taken),
  );
  const enough = free.flatMap((each, slot) => (each >= units ? [slot] : []));
  // After the capacity was reduced a slot can hold more than its share; then all slots must be considered together.
  const isOverfull =
    maximumCapacity !== null &&
    used.some((taken, slot) => taken > shareOf(maximumCapacity, used.length, slot));
  const one = enough[Math.floor(random() * enough.length)];
  if (one !== undefined) return { taken: [{ slot: one, units }], needsAllUnchanged: isOverfull };
  const taken: SlotUnits[] = [];
  let wanted = units;
  const byFree = free.map((each, slot) => ({ each, slot })).toSorted((a, b) => b.each - a.each);
  for (const { each, slot } of byFree) {
    const part = Math.min(each, wanted);
    if (part > 0) taken.push({ slot, units: part });
    wanted -= part;
  }
  return wanted === 0 ? { taken, needsAllUnchanged: isOverfull } : undefined;
}

function shareOf(maximumCapacity: number, slots: number, slot: number): number {
  return Math.floor(maximumCapacity / slots) + (slot < maximumCapacity % slots ? 1 : 0);
}
