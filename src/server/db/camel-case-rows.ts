import { CamelCasePlugin, type PluginTransformResultArgs, type UnknownRow } from 'kysely'

/** Kysely's plugin, which looks at each name in each row; all rows of an answer have the same names, and hold plain values. */
export class CamelCaseRows extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs) {
    const [first] = result.rows
    if (first === undefined) return result
    const names = Object.keys(first).map((name) => [name, this.camelCase(name)] as const)
    const rows = result.rows.map((row) => {
      const camelCased: UnknownRow = {}
      for (const [name, camelCase] of names) camelCased[camelCase] = row[name]
      return camelCased
    })
    return { ...result, rows }
  }
}
