import { format } from 'node:util'
import { afterAll, afterEach, beforeEach } from 'vitest'

// Any console.error fails the test during which it was called, or the file if it was between tests: it is how libraries
// such as React report misuse. A test that expects one replaces console.error with vi.spyOn.

const seen: string[] = []
// biome-ignore lint/suspicious/noConsole: this is what checks it
const print = console.error

console.error = (...message) => {
  seen.push(format(...message))
  print(...message)
}

function failOnErrors() {
  const [first, ...more] = seen.splice(0)
  if (first === undefined) return
  throw new Error(`Unexpected console.error${more.length ? ` (and ${more.length} more)` : ''}: ${first}`)
}

beforeEach(failOnErrors)
afterEach(failOnErrors)
afterAll(failOnErrors)
