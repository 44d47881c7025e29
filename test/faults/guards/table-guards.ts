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
const eraseWords = ['src/server/members/erase-words.test.ts']

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
  {
    name: 'ledger and audit: no delete (SQLite)',
    protects: 'what has happened stays written down',
    file: 'src/server/db/migrations/0002-append-only.ts',
    from: "for (const act of ['update', 'delete'])",
    to: "for (const act of ['update'])",
    tests: ['src/server/db/write.test.ts'],
  },
  ...[
    { table: 'ledger', file: 'src/server/db/migrations/0023-ledger-words.ts' },
    { table: 'audit', file: 'src/server/db/migrations/0024-audit-words.ts' },
  ].flatMap(({ table, file }) => [
    {
      name: `${table}: no update (SQLite)`,
      protects: 'what has happened stays written down',
      file,
      from: `select raise(abort, '${table} is append-only')`,
      to: 'select 1',
      tests: ['src/server/db/write.test.ts'],
    },
    {
      name: `${table}: no update but in an erasure (SQLite)`,
      protects: 'nobody but who is erased takes words along',
      file,
      from: '(exists (select 1 from erasing) and ',
      to: '(',
      tests: eraseWords,
    },
    {
      name: `${table}: no update but in an erasure (PostgreSQL)`,
      protects: 'nobody but who is erased takes words along',
      file,
      from: "tg_op = 'UPDATE' and exists (select 1 from erasing)",
      to: "tg_op = 'UPDATE'",
      tests: eraseWords,
    },
    {
      name: `${table}: nothing but words goes in an erasure (PostgreSQL)`,
      protects: 'what has happened stays written down',
      file,
      from: `create trigger ${table}_words_only before update`,
      to: `create trigger ${table}_words_only before insert`,
      tests: eraseWords,
    },
  ]),
  {
    name: 'nothing but words goes from the ledger (SQLite)',
    protects: 'what has happened stays written down',
    file: 'src/server/db/migrations/0023-ledger-words.ts',
    from: "same.join(' and ')",
    to: "'true'",
    tests: eraseWords,
  },
  {
    name: 'nothing but words goes from the audit log (SQLite)',
    protects: 'what has happened stays written down',
    file: 'src/server/db/migrations/0024-audit-words.ts',
    from: "allowed.join(' and ')",
    to: "'true'",
    tests: eraseWords,
  },
  {
    name: 'ledger and audit: append-only (PostgreSQL)',
    protects: 'what has happened stays written down',
    file: 'src/server/db/migrations/0002-append-only.ts',
    from: 'before update or delete or truncate on',
    to: 'before truncate on',
    tests: ['src/server/db/write.test.ts'],
  },
]
