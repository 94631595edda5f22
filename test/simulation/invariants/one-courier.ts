import { dataOf, defineInvariant } from './define-invariant.ts';

export const oneCourier = defineInvariant({
  name: 'one-courier',
  number: 2,
  sentence: 'At every instant at most one courier has a delivery, and none that another provider has.',
  watch({ world, carriers }, report) {
    const duties = new Map<string, readonly string[]>();
    const look = () => {
      const holders = new Map<string, string>();
      for (const [courier, assignments] of duties) {
        for (const id of assignments) {
          const other = holders.get(id);
          if (other) report(`${id} is with ${other} and with ${courier}.`);
          holders.set(id, courier);
        }
      }
      for (const { book, name } of carriers) {
        for (const { key, state } of book.values()) {
          if (state === 'live' && holders.has(key)) report(`${key} is with ${holders.get(key)} and ${name}.`);
        }
      }
    };
    world.listen(({ after }) => {
      if (after?.type !== 'courierDuty') return;
      const duty = dataOf(after)!;
      duties.set(String(duty.id), duty.assignmentIds as readonly string[]);
      // Members of one transaction are written one after the other.
      world.scheduler.after(0, look);
    });
  },
  atEnd({ world }, report) {
    const held = new Set(
      world.items('courierDuty').flatMap(({ data }) => data.assignmentIds as readonly string[]),
    );
    for (const { data: assignment } of world.items('ownAssignment')) {
      const { id, phase, courierId } = assignment;
      if (phase === 'looking' || phase === 'offered') report(`${id} is ${phase} for ever.`);
      if (phase === 'accepted' && !held.has(String(id))) report(`${courierId} has ${id} and does not know.`);
      if (phase === 'over' && held.has(String(id))) report(`${id} is over, and a courier has it still.`);
    }
  },
});
