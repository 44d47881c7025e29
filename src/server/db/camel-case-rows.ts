import { CamelCasePlugin, type PluginTransformQueryArgs, type PluginTransformResultArgs, type UnknownRow } from 'kysely'

type QueryId = PluginTransformQueryArgs['queryId']

/** Kysely's plugin, which looks at each name in each row; all rows of an answer have the same names, and hold plain values. */
export class CamelCaseRows extends CamelCasePlugin {
  readonly #asked = new WeakSet<QueryId>()
  readonly #named = new WeakMap<QueryId, { columns: string[]; names: string[] }>()

  override transformQuery(args: PluginTransformQueryArgs) {
    this.#asked.add(args.queryId)
    return super.transformQuery(args)
  }

  /** For a driver that makes the rows itself: what it names for this query, and calls so, is not copied here again. */
  readonly namesFor = (queryId: QueryId, columns: string[]) => {
    if (!this.#asked.has(queryId)) return columns
    // A query that is kept (compiled-query.ts) comes again with the same columns.
    const before = this.#named.get(queryId)
    if (before?.columns === columns) return before.names
    const names = columns.map((column) => this.camelCase(column))
    this.#named.set(queryId, { columns, names })
    return names
  }

  override async transformResult({ queryId, result }: PluginTransformResultArgs) {
    const [first] = result.rows
    if (first === undefined || this.#named.has(queryId)) return result
    const names = Object.keys(first).map((name) => [name, this.camelCase(name)] as const)
    const rows = result.rows.map((row) => {
      const camelCased: UnknownRow = {}
      for (const [name, camelCase] of names) camelCased[camelCase] = row[name]
      return camelCased
    })
    return { ...result, rows }
  }
}
