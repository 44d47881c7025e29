import type { Guard } from './guard.ts'

const held = ['test/held-store-lines.test.ts']
const server = ['src/server/store/store-import.test.ts']

/** What keeps the store's lines from counting twice, or for nobody. */
export const storeGuards: Guard[] = [
  {
    name: 'a line that waits: the second look when it is settled',
    protects: 'an import books no line that an officer has decided about meanwhile',
    file: 'src/server/store/lines.ts',
    from: '  if (numUpdatedRows !== 1n) throw new OvertakenError()\n',
    to: '',
    tests: held,
  },
  {
    name: 'the store: the lock on its lines',
    protects: 'two officers do not decide about one line',
    file: 'src/server/store/lines.ts',
    from: ".orderBy('id').forUpdate()",
    to: ".orderBy('id')",
    tests: held,
  },
  {
    name: 'paid counts: the lock on one',
    protects: 'nobody overwrites what another has set',
    file: 'src/server/store/paid-counts.ts',
    from: '    .forUpdate()\n',
    to: '',
    tests: held,
  },
  {
    name: 'moving in: the lock on a count that waits',
    protects: 'nobody overwrites what another has set',
    file: 'src/server/firebase/take-lists.ts',
    from: '    .forUpdate()\n',
    to: '',
    tests: ['test/held-moving-in.test.ts'],
  },
  {
    name: 'moving in: the second look at what was taken over',
    protects: 'two imports at once do not both add what has been paid since',
    file: 'src/server/firebase/facts.ts',
    from: '  if (changed.numUpdatedRows === 0n) throw new OvertakenError()\n',
    to: '',
    tests: ['test/held-moving-in.test.ts'],
  },
  {
    name: 'moving in: the lock on what an import has put down',
    protects: 'what an officer adds is not lost',
    file: 'src/server/firebase/given-before.ts',
    from: '    .forUpdate()\n',
    to: '',
    tests: ['test/held-moving-in.test.ts'],
  },
  {
    name: 'the store: the locks on whom an import concerns',
    protects: 'no line waits for somebody who is a member already',
    file: 'src/server/store/apply.ts',
    from: '      await lockRoleHolder(tx, id)\n',
    to: '',
    tests: held,
  },
  {
    name: 'the store: a line once',
    protects: 'an order counts once, whatever file it comes in',
    file: 'src/server/store/plan.ts',
    from: 'known: (line) => (line.stored ? undefined : known.get(lineKey(line))),',
    to: 'known: () => undefined,',
    tests: server,
  },
  {
    name: 'the store: what was seen',
    protects: 'nothing is booked that no officer has seen',
    file: 'src/server/store/apply.ts',
    from: "if (seen !== null && seen !== plan.seen) return 'changed-since'",
    to: '',
    tests: server,
  },
]
