/** `values.with(at, value)`, which Firefox has only since 2023. */
export function replaced<Value>(values: readonly Value[], at: number, value: Value): Value[] {
  return values.map((old, index) => (index === at ? value : old))
}
