import { CompiledQuery, sql } from 'kysely'
import type { TestClub } from './club.ts'
import { recordStatements, type Statement } from './recorded-statements.ts'

/**
 * Finds statements that scan a table, or an index of all its rows: those that cost more with each practice and each
 * member. Scanning a partial index (`where …`) is fine.
 *
 * PostgreSQL scans small tables no matter which indexes exist, so it plans with sequential scans turned off.
 */
export async function wholeTablesIn(club: TestClub, act: () => Promise<unknown>) {
  const asked: Statement[] = []
  const stop = recordStatements((statement) => void asked.push(statement))
  try {
    await act()
  } finally {
    stop()
  }
  const plans = asked.filter((each) => /^(select|insert|update|delete|with)\b/i.test(each.sql))
  const indexes = await indexesOf(club)
  const whole = new Set<string>()
  for (const statement of plans)
    for (const { table, index, by } of await (club.engine === 'sqlite' ? stepsOnSqlite : stepsOnPostgres)(
      club,
      statement,
    )) {
      const { isPartial, first } = indexes.get(index ?? '') ?? { isPartial: false, first: null }
      // With a condition only on later columns, the index is scanned as well.
      const isFound = first !== null && by?.includes(first)
      if (!isPartial && !isFound) whole.add(`${table}: ${statement.sql}`)
    }
  return { asked: plans.length, whole: [...whole] }
}

/** `by`: the condition of the index lookup. */
type Step = { table: string; index: string | undefined; by?: string | undefined }

async function stepsOnSqlite({ db }: TestClub, { sql: text, values }: Statement): Promise<Step[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`, values))
  return rows.flatMap(({ detail }) => {
    const found = /^SCAN (\S+)(?: USING (?:COVERING )?INDEX (\S+))?$/.exec(detail)
    return found && !found[1]?.startsWith('(') ? [{ table: found[1] ?? '', index: found[2] }] : []
  })
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

async function stepsOnPostgres({ db }: TestClub, { sql: text, values }: Statement): Promise<Step[]> {
  return db.connection().execute(async (connection) => {
    await sql`set enable_seqscan = off`.execute(connection)
    const { rows } = await connection.executeQuery<Record<string, [{ Plan: Node }]>>(
      CompiledQuery.raw(`explain (format json) ${text}`, values),
    )
    await sql`set enable_seqscan = on`.execute(connection)
    return Object.values(rows[0] ?? {}).flatMap(([{ Plan }]) => scansIn(Plan))
  })
}

function scansIn(node: Node, table = node['Relation Name']): Step[] {
  const isScan = /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node['Node Type'])
  const below = (node.Plans ?? []).flatMap((each) => scansIn(each, each['Relation Name'] ?? table))
  return isScan ? [{ table: table ?? '', index: node['Index Name'], by: node['Index Cond'] }, ...below] : below
}

async function indexesOf({ db, engine }: TestClub) {
  const stored = sql`select name, sql as text from sqlite_master where type = 'index' and sql is not null`
  const listed = sql`select indexname as name, indexdef as text from pg_indexes`
  const { rows } = await (engine === 'sqlite' ? stored : listed).$castTo<{ name: string; text: string }>().execute(db)
  return new Map(
    rows.map(({ name, text }) => [
      name,
      { isPartial: / where /i.test(text), first: /\("?(\w+)/.exec(text)?.[1] ?? null },
    ]),
  )
}
