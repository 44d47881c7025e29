import { readTests } from './test-titles.ts'

/** The contents of a file of the project; undefined if it doesn't exist. */
export type ReadFile = (path: string) => string | undefined

const states = ['held', 'partly', 'open']
const nothing = '–'

/** @returns the problems in docs/security.md, one sentence each */
export function judgeSecurity(text: string, { readFile }: { readFile: ReadFile }): string[] {
  const problems: string[] = []
  const counts = new Map(states.map((state) => [state, 0]))
  const rows = new Map(
    [...text.matchAll(/^\| (T\d+) \| [^|]+ \| ([^|]+) \| (.+) \| ([^|]+) \|$/gm)].map(([, no = '', ...cells]) => [
      no,
      cells,
    ]),
  )
  for (let at = 1; at <= 100; at++) {
    const [state = '', shownBy = '', missing = ''] = rows.get(`T${at}`) ?? []
    const wrong = rows.has(`T${at}`) ? judgeRow({ state, shownBy, missing }, readFile) : ['the row is missing']
    problems.push(...wrong.map((problem) => `T${at}: ${problem}`))
    counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  for (const state of states) {
    const said = Number(text.match(new RegExp(`^\\| ${state} \\| (\\d+) \\|$`, 'm'))?.[1])
    const count = counts.get(state)
    if (count !== said) problems.push(`${state}: ${count}, the head says ${said}`)
  }
  return problems
}

type SecurityRow = { state: string; shownBy: string; missing: string }

function judgeRow({ state, shownBy, missing }: SecurityRow, readFile: ReadFile) {
  const problems: string[] = []
  if (!states.includes(state)) problems.push(`"${state}" is no state`)
  if (state === 'held' && !missing.startsWith(nothing)) problems.push('it is held, and something is missing')
  if (state !== 'held' && missing === nothing) problems.push('it says not what is missing')
  const named = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  if (state !== 'open' && named.length === 0) problems.push('nothing shows it')
  return [...problems, ...named.flatMap((name) => judgeName(name, readFile))]
}

/** @param name a test as `file › title`, a file alone, or the command of a fault */
export function judgeName(name: string, readFile: ReadFile) {
  const bench = name.match(/^npm run faults -- ([\w-]+)$/)?.[1]
  const [path = '', title] = bench === undefined ? name.split(' › ') : [`tools/resilience/${bench}.fault.ts`]
  const text = readFile(path)
  if (text === undefined) return [`there is no ${path}`]
  if (title === undefined) return []
  const { tests } = readTests(path, text)
  return tests.some(({ titles }) => titles.at(-1) === title) ? [] : [`${path} has no test "${title}"`]
}
