/** `values.with(at, value)`, which Firefox has only since 2023. */
export function arrayWith<Value>(values: readonly Value[], at: number, value: Value): Value[] {
  return values.map((old, index) => (index === at ? value : old))
}
