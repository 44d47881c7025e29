/** A command's environment and output. */
export type Terminal = {
  env: NodeJS.ProcessEnv
  say: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
  /** Shows a long command's progress, each line replacing the one before; only in an interactive terminal. */
  progress?: (line: string) => void
  /** Lowers the process's priority, so that a server on the same machine comes first. */
  lowerPriority?: () => void
}

/** Thrown when a valid command can't be carried out; the message says what to do. Exit code 1. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}

/** How to type a command in a clone of the repository, for examples and advice. */
export function asTyped(command: string) {
  return `npm run quiver -- ${command}`
}

/** Quotes a word for any shell, only if needed. */
export function quoted(word: string) {
  return /^[\w.+@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** The examples below a command's help text, each with what it does. */
export function examples(...pairs: [command: string, does: string][]) {
  const typed = pairs.map(([command]) => asTyped(command))
  const width = Math.max(...typed.map((line) => line.length))
  const lines = typed.map((line, i) => `  ${line.padEnd(width)}  ${pairs[i]?.[1]}`)
  return `\nExamples:\n${lines.join('\n')}`
}

/** Like `1 row` or `1,083 rows`. */
export function count(number: number, one: string, many = `${one}s`) {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}

/** Removes control characters, because text from members must not control the terminal. */
export function printable(text: string) {
  return text.replace(/\p{C}/gu, '')
}
