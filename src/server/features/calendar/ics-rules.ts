import { RRuleTemporal } from 'rrule-temporal'
import { dayMs, readWall, UnreadableItem } from './ics-syntax.ts'

const ruleLengthAtMost = 4_000
/**
 * Limits the combinations of the BY… lists, which alone could fill the memory (T58). The densest realistic rule, every
 * day of the year by name, has 372.
 */
const combinationsAtMost = 1_000
/** Limits the dates of one rule, before those outside the window are left out. */
const datesAtMost = 20_000

type Expansion = {
  /** DTSTART as a wall (ics-zones.ts). */
  start: number
  /** The range to expand, both walls included. */
  from: number
  to: number
  /** The wall of an UNTIL that is given in UTC. */
  toWall(instant: number): number
  /** Called for a COUNT, INTERVAL or UNTIL that makes no sense and is ignored. */
  onIgnored?: () => void
}

/**
 * The dates of a recurrence rule (RFC 5545, 3.3.10), as walls. DTSTART is one of them only if the rule says so. The
 * library limits the periods and the dates that it tries.
 * @throws UnreadableItem for an invalid rule, or one too dense for any real calendar
 */
export function expandRule(rule: string, { start, from, to, toWall, onIgnored }: Expansion): number[] {
  if (rule.length > ruleLengthAtMost) throw new UnreadableItem('rule too long')
  const parts = new Map(rule.toUpperCase().split(';').map(readPart))
  const combinations = [...parts].reduce(
    (product, [name, value]) => (name.startsWith('BY') ? product * value.split(',').length : product),
    1,
  )
  if (combinations > combinationsAtMost) throw new UnreadableItem('rule repeats too often')

  for (const name of ['COUNT', 'INTERVAL']) {
    const value = parts.get(name)
    if (value === undefined || /^0*[1-9]\d*$/.test(value)) continue
    parts.delete(name)
    onIgnored?.()
  }
  const until = readWall(parts.get('UNTIL') ?? '')
  if (parts.has('UNTIL') && !until) onIgnored?.()
  parts.delete('UNTIL')
  const last = until?.kind === 'utc' ? toWall(until.wall) : until?.kind === 'day' ? until.wall + dayMs - 1 : until?.wall
  const end = Math.min(to, last ?? to)
  if (end < start || end < from) return []

  const plain = [...parts].flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join(';')
  try {
    const set = new RRuleTemporal({ rruleString: `DTSTART:${basicIso(start)}Z\nRRULE:${plain}` })
    const dates = set.between(new Date(from), new Date(end), true)
    if (dates.length > datesAtMost) throw new UnreadableItem('rule repeats too often')
    return dates.map((date) => date.epochMilliseconds)
  } catch (error) {
    throw new UnreadableItem(`rule can’t be expanded: ${error instanceof Error ? error.message : ''}`)
  }
}

function readPart(part: string): [name: string, value: string] {
  const [name = '', value = ''] = part.split('=')
  return [name.trim(), value.replaceAll(/\s/g, '')]
}

/** The basic format of ISO 8601: 20261101T180000. */
function basicIso(wall: number) {
  return new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}
