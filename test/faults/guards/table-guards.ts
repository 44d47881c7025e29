import type { Guard } from './guard.ts'

const file = 'src/server/db/migrations/0001-foundation.ts'
const constraints = ['src/server/db/constraints.test.ts']

const key = (name: string, columns: string, what: string): Guard => ({
  name: `the key ${name}`,
  protects: `${what} is there once`,
  file,
  from: `    .addPrimaryKeyConstraint('${name}', [${columns}])\n`,
  to: '',
  tests: constraints,
})

const once = (name: string, columns: string, what: string): Guard => ({
  name: `the constraint ${name}`,
  protects: `${what} counts once`,
  file,
  from: `    .addUniqueConstraint('${name}', [${columns}])\n`,
  to: '',
  tests: constraints,
})

const column = (name: string, from: string, to: string, what: string): Guard => ({
  name: `the unique column ${name}`,
  protects: `${what} is there once`,
  file,
  from,
  to,
  tests: constraints,
})

/** What the tables themselves refuse, whatever the code does. */
export const tableGuards: Guard[] = [
  key('attendance_key', "'practice_id', 'member_id'", 'a check-in'),
  key('rsvp_key', "'practice_id', 'member_id'", 'an answer'),
  key('carpool_credit_key', "'practice_id', 'member_id'", 'a carpool credit'),
  key('idempotency_key', "'actor', 'key'", 'an act under a key'),
  once('ledger_once', "'member_id', 'currency', 'cause'", 'a cause'),
  once('pre_registration_once', "'email', 'kind', 'practice_id'", 'a pre-registration'),
  {
    ...once('store_line_once', "'order_id', 'line_id'", 'a line of the store'),
    file: 'src/server/db/migrations/0010-store-import.ts',
  },
  {
    name: 'one open paid count for an address',
    protects: 'what is paid before signing up counts once',
    file: 'src/server/db/migrations/0010-store-import.ts',
    from: 'create unique index pre_registration_one_count',
    to: 'create index pre_registration_one_count',
    tests: constraints,
  },
  {
    name: 'one remembered owner of an address',
    protects: 'a buyer’s lines go to one member',
    file: 'src/server/db/migrations/0010-store-import.ts',
    from: ".addColumn('email', 'text', (c) => c.notNull().unique())",
    to: ".addColumn('email', 'text', (c) => c.notNull())",
    tests: constraints,
  },
  column(
    'user.email',
    "'email', 'text', (c) => c.notNull().unique()",
    "'email', 'text', (c) => c.notNull()",
    'an address',
  ),
  column(
    'verification.identifier',
    "'identifier', 'text', (c) => c.notNull().unique()",
    "'identifier', 'text', (c) => c.notNull()",
    'a link',
  ),
  column('mailbox_grant', "'mailbox_hash', 'text', (c) => c.primaryKey()", "'mailbox_hash', 'text'", 'a welcome'),
  column(
    'rate_limit.key',
    ".createTable('rate_limit')\n    .addColumn('key', 'text', (c) => c.primaryKey())",
    ".createTable('rate_limit')\n    .addColumn('key', 'text')",
    'a count of tries',
  ),
  {
    name: 'practice_one_live',
    protects: 'at most one practice is live',
    file,
    from: 'create unique index practice_one_live',
    to: 'create index practice_one_live',
    tests: constraints,
  },
  {
    name: 'practice_one_live, in the race of two starts',
    protects: 'at most one practice is live',
    file,
    from: 'create unique index practice_one_live',
    to: 'create index practice_one_live',
    tests: ['src/server/practices/start.test.ts'],
  },
  {
    name: 'day_passes >= 0',
    protects: 'nobody has fewer than no day passes',
    file,
    from: '.check(sql`day_passes >= 0`)',
    to: '',
    tests: constraints,
  },
  ...['update', 'delete'].map((act) => ({
    name: `ledger and audit: no ${act} (SQLite)`,
    protects: 'what has happened stays written down',
    file: 'src/server/db/migrations/0002-append-only.ts',
    from: "for (const act of ['update', 'delete'])",
    to: `for (const act of ['${act === 'update' ? 'delete' : 'update'}'])`,
    tests: ['src/server/db/write.test.ts'],
  })),
  {
    name: 'ledger and audit: append-only (PostgreSQL)',
    protects: 'what has happened stays written down',
    file: 'src/server/db/migrations/0002-append-only.ts',
    from: 'before update or delete or truncate on',
    to: 'before truncate on',
    tests: ['src/server/db/write.test.ts'],
  },
]
