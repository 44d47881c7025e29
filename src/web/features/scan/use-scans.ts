import { useRef, useState } from 'react'
import type { ScannedPerson, ScanResult } from '#contract/scans.ts'
import { scanMessages as text } from '#domain/text/scan-messages.ts'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { send, useOfflineQueue, withdraw } from '#web/lib/offline-queue/offline-queue.ts'
import { type Entry, waitingScan } from '#web/lib/offline-queue/queue-rules.ts'
import { type Problem, reportProblem, toProblem } from '#web/lib/request.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { newIdempotencyKey } from '#web/lib/use-idempotent-mutation.ts'
import { refreshHome } from '#web/queries/home.ts'
import { passHash } from './pass-hash.ts'
import { asPerson, type Listed, type useScanList } from './scan-list.ts'
import { signal } from './signals.ts'

/** A pass, by the hash of its code; a member without one, by their id. */
type Scanned = { passCodeHash: string } | { memberId: string }

export type Scan = {
  key: string
  /** Null for a code that isn't one of a pass. */
  who: Scanned | null
  /** As far as this phone knows. */
  person: ScannedPerson | null
  /** `saved`: it waits for a connection. */
  outcome: ScanResult['outcome'] | 'sending' | 'saved' | 'not-pass' | 'failed' | 'undone'
  checkedInAt: string | null
  usedDayPass: boolean
  /** Without a connection no day pass can be used. */
  offline: boolean
  problem: Problem | null
}

/** As many as stay on the screen. */
const mostKept = 10
/** While the same code stays in view, it isn't read again. */
const sameForMs = 3000
/** After this long without a response, a scan is saved and sent later. */
const patienceMs = 4000

/** Scans at a live practice: each is decided by the server, or without a connection by the list on this phone. */
export function useScans(practiceId: string, list: ReturnType<typeof useScanList>) {
  const [scans, setScans] = useState<Scan[]>([])
  /** Whose passes the server has recognized since the list was loaded, by the hash of their code. */
  const learned = useRef(new Map<string, string>())
  const inView = useRef({ text: '', until: 0 })
  const times = useClubTimes()
  const queue = useOfflineQueue()
  const unsent = queue.filter((entry): entry is Entry<'scan'> => entry.kind === 'scan')

  const change = (key: string, by: Partial<Scan>) =>
    setScans((all) => all.map((each) => (each.key === key ? { ...each, ...by } : each)))

  function begin(who: Scanned | null, person: Listed | undefined, outcome: Scan['outcome']): Scan {
    const scan: Scan = {
      ...{ key: newIdempotencyKey(), who, person: person ? asPerson(person) : null, outcome },
      ...{ checkedInAt: null, usedDayPass: false, offline: false, problem: null },
    }
    setScans((all) => [scan, ...all].slice(0, mostKept))
    return scan
  }

  /** Called with what the camera reads, many times while a code is in view. */
  function read(code: string) {
    const now = Date.now()
    const isSame = code === inView.current.text && now < inView.current.until
    inView.current = { text: code, until: now + sameForMs }
    if (!isSame) void scanCode(code)
  }

  async function scanCode(code: string) {
    const passCodeHash = await passHash(code)
    if (passCodeHash === null) {
      // Another code next to the pass: one result is enough.
      if (scans[0]?.outcome === 'not-pass') return
      begin(null, undefined, 'not-pass')
      return signal('bad')
    }
    const known = list.people?.find(({ id }) => id === learned.current.get(passCodeHash))
    await submit(begin({ passCodeHash }, known ?? list.ofCode(passCodeHash), 'sending'))
  }

  const pick = (person: Listed) => submit(begin(whoOf(person), person, 'sending'))

  /** @param how `sold`: a sale has just checked them in */
  async function submit(scan: Scan, how: 'pass' | 'day pass' | 'sold' = 'pass') {
    if (scan.who === null) return
    change(scan.key, { outcome: 'sending', problem: null })
    try {
      const request = { practiceId, ...scan.who, usePass: how === 'day pass' }
      const options = { signal: AbortSignal.timeout(patienceMs), context: { idempotencyKey: newIdempotencyKey() } }
      const { person, ...answer } = await api.scans.add(request, options)
      const isSold = how === 'sold' && answer.outcome === 'already-in'
      const result = isSold ? { ...answer, outcome: 'checked-in' as const } : answer
      change(scan.key, { ...result, person: person ?? scan.person, offline: false })
      if (person && 'passCodeHash' in scan.who) learned.current.set(scan.who.passCodeHash, person.id)
      tell(result.outcome)
      if (result.outcome === 'checked-in') void refreshHome()
    } catch (error) {
      const problem = toProblem(error)
      if (problem.kind === 'offline' || problem.kind === 'trouble') return decideHere(scan)
      change(scan.key, { outcome: 'failed', problem })
      reportProblem(problem)
      signal('bad')
    }
  }

  /** What the list on this phone says. */
  function decideHere(scan: Scan) {
    const listed = list.people?.find(({ id }) => id === scan.person?.id)
    if (!listed) return decided('unknown')
    if (waitingOf(scan) || list.isHere(listed)) return decided('already-in')
    return listed.pass === 'none' ? decided('no-valid-pass') : save(scan)

    function decided(outcome: Scan['outcome']) {
      change(scan.key, { outcome, checkedInAt: listed?.checkedInAt ?? null, offline: true })
      tell(outcome)
    }
  }

  const waitingOf = ({ person }: Scan) => waitingScan(queue, practiceId, person?.id)

  /** Lets them in without a connection: the scan counts as soon as there is one. */
  function save({ key, person: known }: Scan) {
    if (known === null) return
    const scannedAt = new Date(serverNow()).toISOString()
    change(key, { outcome: 'saved', checkedInAt: scannedAt, offline: true })
    tell('saved')
    const title = text.scanAt(times.clock(Date.parse(scannedAt)))
    void send('scan', { practiceId, memberId: known.id, scannedAt }, { title }).then((settled) => {
      if (settled === null) return
      const { person, ...result } = settled.output
      change(key, { ...result, ...(person && { person }) })
    })
  }

  const letIn = async (scan: Scan, reason: string): Promise<boolean> => {
    if (scan.person === null) return false
    try {
      const entry = { practiceId, memberId: scan.person.id, attended: true, reason }
      await api.managePractices.setAttendance(entry, { context: { idempotencyKey: newIdempotencyKey() } })
    } catch (error) {
      change(scan.key, { problem: toProblem(error) })
      return false
    }
    change(scan.key, { outcome: 'checked-in', checkedInAt: new Date(serverNow()).toISOString(), problem: null })
    tell('checked-in')
    void refreshHome()
    return true
  }

  async function undo(scan: Scan) {
    const waiting = waitingOf(scan)
    if (scan.outcome === 'saved' && waiting) {
      withdraw(waiting)
      return change(scan.key, { outcome: 'undone', problem: null })
    }
    if (scan.person === null) return
    try {
      const facts = { practiceId, memberId: scan.person.id }
      await api.scans.undo(facts, { context: { idempotencyKey: newIdempotencyKey() } })
      change(scan.key, { outcome: 'undone', problem: null })
      // The same pass may be scanned again right away.
      inView.current = { text: '', until: 0 }
      void refreshHome()
      void list.query.refetch()
    } catch (error) {
      change(scan.key, { problem: toProblem(error) })
    }
  }

  return {
    practiceId,
    scans,
    unsent,
    read,
    pick,
    undo,
    letIn,
    save,
    spendDayPass: (scan: Scan) => submit(scan, 'day pass'),
    afterSale: (scan: Scan) => submit(scan, 'sold'),
    retry: (scan: Scan) => submit(scan),
  }
}

export type Scans = ReturnType<typeof useScans>

/** A member who has never opened My Pass has no code yet. */
function whoOf({ id, passCodeHash }: Listed): Scanned {
  return passCodeHash === null ? { memberId: id } : { passCodeHash }
}

function tell(outcome: Scan['outcome']) {
  if (outcome === 'checked-in' || outcome === 'saved') signal('good')
  else signal(outcome === 'already-in' ? 'known' : 'bad')
}
