import { judgeName, type ReadFile } from './security-doc.ts'

/** The levels of the requirements in each section of ASVS 5.0.0, in order: in `3.2:113`, 3.2.1 and 3.2.2 are on level 1. */
const sections = [
  '1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123',
  '2.1:122 2.2:112 2.3:12223 2.4:23',
  '3.1:3 3.2:113 3.3:12223 3.4:11222233 3.5:11122333 3.6:3 3.7:22333',
  '4.1:12233 4.2:23333 4.3:22 4.4:1222',
  '5.1:2 5.2:112333 5.3:113 5.4:222',
  '6.1:122 6.2:111111112222 6.3:11223333 6.4:112233 6.5:22222333 6.6:2223 6.7:33 6.8:2222',
  '7.1:222 7.2:1111 7.3:22 7.4:11222 7.5:223 7.6:22',
  '8.1:1233 8.2:1123 8.3:133 8.4:23',
  '9.1:111 9.2:1222',
  '10.1:22 10.2:223 10.3:22223 10.4:1111122222233333 10.5:22222 10.6:22 10.7:222',
  '11.1:2233 11.2:22233 11.3:11233 11.4:1222 11.5:23 11.6:23 11.7:33',
  '12.1:12233 12.2:11 12.3:22223',
  '13.1:2333 13.2:222223 13.3:2233 13.4:1222233',
  '14.1:22 14.2:12223333 14.3:122',
  '15.1:12233 15.2:12233 15.3:1222222 15.4:3333',
  '16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:2223',
  '17.1:23 17.2:22223333 17.3:22',
]

const states = ['pass', 'n/a', 'deviation']

/** The requirements of levels 1 and 2 with their level, keyed as in docs/asvs.md: `3.2.1`. */
export const requirements = new Map<string, string>(
  sections
    .flatMap((chapter) => chapter.split(' ').map((section) => section.split(':')))
    .flatMap(([no, levels = '']) => [...levels].map((level, at): [string, string] => [`${no}.${at + 1}`, level]))
    .filter(([, level]) => level !== '3'),
)

/** @returns the problems in docs/asvs.md, one sentence each */
export function judgeAsvs(text: string, { readFile }: { readFile: ReadFile }): string[] {
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| [^|]+ \| ([^|]+) \| (.+) \|$/gm)].map(
    ([, no = '', level = '', state = '', why = '']) => ({ no, level, state, why }),
  )
  const numbers = rows.map(({ no }) => no)
  return [
    ...[...requirements.keys()].filter((no) => !numbers.includes(no)).map((no) => `${no}: the row is missing`),
    ...numbers.filter((no, at) => numbers.indexOf(no) !== at).map((no) => `${no}: it stands here twice`),
    ...rows.flatMap((row) => judgeRow(row, readFile).map((problem) => `${row.no}: ${problem}`)),
    ...states.flatMap((state) => judgeCount(text, state, rows.filter((row) => row.state === state).length)),
  ]
}

function judgeRow(
  { no, level, state, why }: { no: string; level: string; state: string; why: string },
  read: ReadFile,
) {
  const wanted = requirements.get(no)
  if (wanted === undefined) return ['there is no such requirement of level 1 or 2']
  const problems = wanted === level ? [] : [`it is of level ${wanted}`]
  if (!states.includes(state)) problems.push(`"${state}" is no state`)
  const named = [...why.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter(isName)
  if (state === 'pass' && named.length === 0) problems.push('nothing shows it')
  if (state === 'deviation' && why.replace(/`[^`]*`/g, '').length < 20) problems.push('it says not why')
  return [...problems, ...named.flatMap((name) => judgeName(name, read))]
}

/** Whether text in backticks names a file, a test, or a fault; anything else is ordinary code. */
function isName(word: string) {
  return /^(src|test|docs|scripts)\/|^npm run faults -- |^[\w.-]+\.(json|md)$/.test(word)
}

function judgeCount(text: string, state: string, count: number) {
  const said = Number(text.match(new RegExp(`^\\| ${state} \\| (\\d+) \\|$`, 'm'))?.[1])
  return said === count ? [] : [`${state}: ${count}, the head says ${said}`]
}
