import { UnreadableItem } from './ics-syntax.ts'

/**
 * Expands a recurrence rule (RFC 5545, 3.3.10) with node-ical in UTC, on the walls of ics-zones.ts. UNTIL is the
 * caller's concern (it has a zone). A rule whose BY… lists alone would fill the memory never reaches node-ical
 * (node-ical#542, T58); anything else that is too expensive hits the limits of the worker.
 * @returns all walls from `start` (which is one of them only if the rule says so) between `from` and `to`, both
 * included
 */
export type ExpandRule = (rule: string, start: number, from: number, to: number) => number[]

/**
 * node-ical's engine: the dates of an RRULE value between two instants, with DTSTART as `20261101T180000`, all in UTC.
 */
export type RuleEngine = (rule: string, start: string, from: Date, to: Date) => Date[]

const frequencies = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY'])
const lists = ['BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY', 'BYDAY', 'BYHOUR', 'BYMINUTE', 'BYSECOND']
const ruleLengthAtMost = 4_000
/** Limits the combinations of the BY… lists. The densest realistic rule, every day of the year by name, has 372. */
const combinationsAtMost = 1_000
const timesADayAtMost = 24
/** A rule with COUNT is expanded from its start, at up to 0.2 ms an occurrence. Calendar apps stop at 999. */
const countAtMost = 5_000

/** @throws UnreadableItem from the expander for an invalid rule, or one too dense for any real calendar */
export function createRuleExpander(engine: RuleEngine): ExpandRule {
  return (rule, start, from, to) => {
    const plain = plainRule(rule)
    if (to < start || to < from) return []
    try {
      return engine(plain, basicIso(start), new Date(from), new Date(to)).map((date) => date.getTime())
    } catch (error) {
      throw new UnreadableItem(`rule can’t be expanded: ${error instanceof Error ? error.message : ''}`)
    }
  }
}

/** The rule with FREQ first (node-ical ignores what precedes it), without UNTIL and without unknown parts. */
function plainRule(rule: string) {
  if (rule.length > ruleLengthAtMost) throw new UnreadableItem('rule too long')
  const fields = new Map<string, string>()
  for (const part of rule.toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=')
    if (value.trim()) fields.set(name.trim(), value.replaceAll(/\s/g, ''))
  }
  const freq = fields.get('FREQ') ?? ''
  if (!frequencies.has(freq)) throw new UnreadableItem('rule with an unsupported frequency')
  if ((fields.get('RSCALE') ?? 'GREGORIAN') !== 'GREGORIAN')
    throw new UnreadableItem('rule for a non-Gregorian calendar')

  const count = (name: string) => fields.get(name)?.split(',').length ?? 1
  const hoursADay = freq === 'HOURLY' && !fields.has('BYHOUR') ? 24 : count('BYHOUR')
  if (hoursADay * count('BYMINUTE') * count('BYSECOND') > timesADayAtMost)
    throw new UnreadableItem('rule repeats too often')
  const combinations = lists.reduce((product, name) => product * count(name), 1)
  if (combinations > combinationsAtMost) throw new UnreadableItem('rule repeats too often')

  const kept = ['INTERVAL', 'COUNT', 'WKST', 'BYSETPOS', ...lists]
    .map((name) => [name, fields.get(name)])
    .filter(([, value]) => value !== undefined)
  if (kept.some(([, value]) => !/^[\dA-Z,+-]+$/.test(value ?? '')))
    throw new UnreadableItem('rule with unexpected characters')
  if (!(Number(fields.get('INTERVAL') ?? 1) >= 1)) throw new UnreadableItem('rule with an invalid INTERVAL')
  const total = Number(fields.get('COUNT') ?? 1)
  if (!(total >= 1 && total <= countAtMost)) throw new UnreadableItem('rule with an invalid or too high COUNT')
  return [`FREQ=${freq}`, ...kept.map(([name, value]) => `${name}=${value}`)].join(';')
}

/** The basic format of ISO 8601: 20261101T180000. */
function basicIso(wall: number) {
  return new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}
