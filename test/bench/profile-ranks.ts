import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

type CallFrame = { functionName: string; url: string; lineNumber: number }
type ProfileNode = { id: number; callFrame: CallFrame; children?: number[] }
export type CpuProfile = { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[] }

export type Rank = { where: string; us: number }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where a profile's time went: within functions alone, and within all they call. In µs, the most first. */
export function rankProfile({ nodes, samples, timeDeltas }: CpuProfile) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const own = new Map<number, number>()
  for (const [i, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[i] ?? 0))
  const [self, whole] = [new Map<string, number>(), new Map<string, number>()]
  const add = (ranks: Map<string, number>, where: string, us: number) => ranks.set(where, (ranks.get(where) ?? 0) + us)
  let busyUs = 0
  for (const [id, us] of own) {
    const frame = byId.get(id)?.callFrame
    if (!frame || frame.functionName === '(idle)' || frame.url === 'node:inspector') continue
    busyUs += us
    add(self, placeOf(frame), us)
    const seen = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at)
      const place = node ? placeOf(node.callFrame) : ''
      if (node && !seen.has(place)) add(whole, place, us)
      seen.add(place)
    }
  }
  return { busyUs, self: ranked(self), whole: ranked(whole) }
}

function ranked(ranks: Map<string, number>): Rank[] {
  return [...ranks].map(([where, us]) => ({ where, us })).sort((one, other) => other.us - one.us)
}

function placeOf({ functionName, url, lineNumber }: CallFrame) {
  const name = functionName || 'anonymous'
  return url === '' ? name : `${name} ${fileOf(url)}:${lineNumber + 1}`
}

function fileOf(url: string) {
  return url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url
}
