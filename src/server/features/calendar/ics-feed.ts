import type { CalendarEvent, CalendarWindow } from '#domain/calendar-sync.ts'
import { countDropped, type DroppedItems } from './calendar-source.ts'
import { type FeedEvent, readEvent, uidOf } from './ics-event.ts'
import { parseCalendar } from './ics-lines.ts'
import { createRuleExpander, type RuleEngine } from './ics-rules.ts'
import { expandSeries } from './ics-series.ts'
import { UnreadableItem } from './ics-values.ts'
import { createZoneFinder, ianaZone } from './ics-zones.ts'

/** What the worker is asked, and what it answers. */
export type FeedRequest = {
  body: Uint8Array
  window: CalendarWindow
  /** Ids of events that are wanted wherever they are now. */
  wanted: string[]
  timeZone: string
  instancesAtMost: number
}

export type FeedResult =
  | { outcome: 'events'; events: CalendarEvent[]; dropped: DroppedItems }
  | { outcome: 'no-calendar' | 'too-many' }

/** node-ical's parts, passed in: it is loaded in the worker alone. */
export type IcalEngine = { rule: RuleEngine; windowsZone(name: string): string | undefined }

/** Every event of an ICS feed that touches the window, in order. What can't be understood is left out and counted. */
export function readFeed(request: FeedRequest, engine: IcalEngine): FeedResult {
  const { body, window, timeZone, instancesAtMost } = request
  const calendar = parseCalendar(body)
  const club = ianaZone(timeZone)
  if (!calendar || !club) return { outcome: 'no-calendar' }
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)]
  const expandRule = createRuleExpander(engine.rule)
  const findZone = createZoneFinder({ zones: calendar.zones, from, to, expandRule, windowsZone: engine.windowsZone })
  const zones = { club, find: findZone }
  const { dropped, add: drop } = countDropped()

  const context = { zones, expandRule, from, to, instancesAtMost, wanted: new Set(request.wanted) }
  const series = new Map<string, FeedEvent[]>()
  for (const component of calendar.events) {
    const event = readable(() => readEvent(component, zones))
    const versions = event && series.get(event.uid)
    if (versions) versions.push(event)
    else if (event) series.set(event.uid, [event])
    else drop(uidOf(component))
  }

  const events = new Map<string, CalendarEvent>()
  for (const [uid, versions] of series) {
    const occurrences = readable(() => expandSeries(versions, context))
    if (!occurrences) drop(uid)
    for (const event of occurrences ?? []) events.set(event.id, event)
    if (events.size > instancesAtMost) return { outcome: 'too-many' }
  }
  return { outcome: 'events', events: [...events.values()].sort(byStart), dropped }
}

/** Null for what can't be understood: Temporal and Date throw RangeErrors of times that don't exist. */
function readable<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableItem || error instanceof RangeError) return null
    throw error
  }
}

function byStart(a: CalendarEvent, b: CalendarEvent) {
  return sortKey(a) < sortKey(b) ? -1 : 1
}

function sortKey({ start, id }: CalendarEvent) {
  return `${'on' in start ? start.on : start.at} ${id}`
}
