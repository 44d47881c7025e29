/** `Map.groupBy`, which phones have only since 2024: each key with its values, both in the order in which they come. */
export function grouped<Value, Key>(values: Iterable<Value>, keyOf: (value: Value) => Key) {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
