import { type Guard, held } from './guard.ts'

const welcome = 'src/server/welcome/procedures.ts'
/** The same row, read without a lock. */
const unlocked = "await tx.selectFrom('member').selectAll().where('id', '=', me.id).executeTakeFirstOrThrow()"
const shadowed = `const lockMember = async () => ${unlocked}\n`

/** Locks, conditions and second looks of the welcome: drafts, Finish, and what was paid before. */
export const welcomeGuards: Guard[] = [
  {
    name: 'Finish: once',
    protects: 'the welcome is given once',
    file: welcome,
    from: 'return write(async (tx, announce) => {\n',
    to: 'return write(async (tx, announce) => {\nconst lockMember = async () => ({ hasLoggedIn: 0 })\n',
    tests: ['src/server/welcome/welcome.test.ts'],
  },
  {
    name: 'Finish: the lock on the member',
    protects: 'the welcome is given once',
    file: welcome,
    from: 'return write(async (tx, announce) => {\n',
    to: `return write(async (tx, announce) => {\n${shadowed}`,
    tests: [...held, 'src/server/welcome/welcome.test.ts'],
  },
  {
    name: 'draft: not after Finish',
    protects: 'no draft of a profile that is done',
    file: welcome,
    from: 'write(async (tx) => {\n',
    to: 'write(async (tx) => {\nconst lockMember = async () => ({ hasLoggedIn: 0 })\n',
    tests: ['src/server/welcome/welcome.test.ts'],
  },
  {
    name: 'draft: the lock on the member',
    protects: 'two fields saved at once are both kept',
    file: welcome,
    from: 'write(async (tx) => {\n',
    to: `write(async (tx) => {\n${shadowed}`,
    tests: held,
  },
  {
    name: 'the welcome passes: once a mailbox',
    protects: 'a second account gets nothing',
    file: 'src/server/welcome/grant.ts',
    from: 'if (granted.numInsertedOrUpdatedRows !== 1n) return 0',
    to: '',
    tests: ['src/server/welcome/welcome.test.ts'],
  },
  {
    name: 'claims: only what nobody has claimed',
    protects: 'a pre-registration is taken over once',
    file: 'src/server/welcome/claims.ts',
    from: "    .where('consumedAt', 'is', null)\n",
    to: '',
    tests: held,
  },
  {
    name: 'claims: the lock on the rows',
    protects: 'a pre-registration is taken over once',
    file: 'src/server/welcome/claims.ts',
    from: '    .forUpdate()\n',
    to: '',
    tests: held,
  },
  {
    name: 'claims: used up',
    protects: 'a pre-registration is taken over once',
    file: 'src/server/welcome/claims.ts',
    from: ".set({ consumedAt: facts.now }).where('id', '=', row.id)",
    to: ".set({ consumedAt: null }).where('id', '=', row.id)",
    tests: ['src/server/welcome/welcome.test.ts'],
  },
  {
    name: 'claims: once, also where an officer was there before',
    protects: 'nobody is counted twice at a practice, and the wizard can be finished',
    file: 'src/server/practices/listed-emails.ts',
    from: "    .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doNothing())\n",
    to: '',
    tests: ['src/server/practices/management.test.ts'],
    only: 'an address in a list',
  },
  {
    name: 'claims: not of a deleted practice',
    protects: 'a deleted practice counts for nobody',
    file: 'src/server/welcome/claims.ts',
    from: ' || !(await lockPractice(tx, row.practiceId))',
    to: '',
    tests: ['src/server/practices/management.test.ts'],
    only: 'an address in a list',
  },
]
