import type { Compilable, CompiledQuery } from 'kysely'
import type { Db, Tx } from './database.ts'

type Values = Record<string, unknown>
type Compiled = { query: CompiledQuery; places: readonly unknown[] }

/** A placeholder in a cached query, replaced by a value at each call. */
class Placeholder {
  readonly name: string
  readonly index: number
  constructor(name: string, index = -1) {
    this.name = name
    this.index = index
  }

  valueIn(values: Values) {
    const value = values[this.name]
    return this.index === -1 ? value : (value as unknown[])[this.index]
  }
}

/**
 * Compiled query cache: Kysely builds and compiles a frequent query once per database, and later calls only replace its values
 * (building one takes several times as long as running it in SQLite). The SQL must not depend on the values, except on the lengths
 * of lists. A query with a long list is compiled at each call, because every length would need its own cache entry.
 *
 * Owner: the query. Key: the plugin that belongs to one open database (database.ts), and the lists' lengths. Void: never, because
 * neither the schema nor the SQL changes while the process runs.
 */
export function compiled<Row, Given extends Values = Record<never, never>>(
  build: (db: Db | Tx, values: Given) => Compilable<Row>,
): (db: Db | Tx, values: Given) => Promise<Row[]> {
  const byDatabase = new WeakMap<object, Map<string, Compiled>>()

  function compile(db: Db | Tx, values: Given): Compiled {
    const places = Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((_, i) => new Placeholder(name, i)) : new Placeholder(name),
    ])
    const query = build(db, Object.fromEntries(places)).compile()
    return { query, places: query.parameters }
  }

  function compiledFor(plugin: object, db: Db | Tx, values: Given) {
    let ofPlugin = byDatabase.get(plugin)
    if (ofPlugin === undefined) {
      ofPlugin = new Map()
      byDatabase.set(plugin, ofPlugin)
    }
    const form = formOf(values)
    let found = ofPlugin.get(form)
    if (found === undefined) {
      found = compile(db, values)
      ofPlugin.set(form, found)
    }
    return found
  }

  async function rowsOf(db: Db | Tx, query: CompiledQuery): Promise<Row[]> {
    return (await db.executeQuery(query as CompiledQuery<Row>)).rows
  }

  return async (db, values) => {
    const [plugin, ...others] = db.getExecutor().plugins
    // A plugin that was added must see every query, so don't use the cache.
    if (plugin === undefined || others.length > 0 || hasLongList(values)) return rowsOf(db, build(db, values).compile())
    const { query, places } = compiledFor(plugin, db, values)
    const parameters = places.map((place) => (place instanceof Placeholder ? place.valueIn(values) : place))
    return rowsOf(db, { ...query, parameters })
  }
}

/** Like `compiled`, for a query that returns one row or none. */
export function compiledOne<Row, Given extends Values = Record<never, never>>(
  build: (db: Db | Tx, values: Given) => Compilable<Row>,
) {
  const all = compiled(build)
  return async (db: Db | Tx, values: Given): Promise<Row | undefined> => (await all(db, values))[0]
}

const longestCachedList = 40

function hasLongList(values: Values) {
  for (const name in values) {
    const value = values[name]
    if (Array.isArray(value) && value.length > longestCachedList) return true
  }
  return false
}

function formOf(values: Values) {
  let form = ''
  for (const name in values) {
    const value = values[name]
    if (Array.isArray(value)) form += `${name} ${value.length} `
  }
  return form
}
