import { scanMessages as text } from '#domain/text/scan-messages.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { withdraw } from '#web/lib/offline-queue/offline-queue.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import classes from './scan-search.module.css'
import type { Scan, Scans } from './use-scans.ts'

/** The last scans, each with Undo, and those that the server hasn't decided. */
export function RecentScans({ scans }: { scans: Scans }) {
  const shown = scans.scans.filter(({ person }) => person !== null)
  return (
    <>
      <Unsent unsent={scans.unsent} />
      {shown.length > 0 && (
        <section className={classes.search} aria-labelledby="recent-scans">
          <h2 id="recent-scans">{text.recent}</h2>
          <ul className={classes.list} aria-labelledby="recent-scans">
            {shown.map((scan) => (
              <Row key={scan.key} scan={scan} undo={scans.undo} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Row({ scan, undo }: { scan: Scan; undo: Scans['undo'] }) {
  const times = useClubTimes()
  const { person, outcome, checkedInAt, usedDayPass, problem } = scan
  if (person === null) return null
  const at = checkedInAt === null ? '' : times.clock(Date.parse(checkedInAt))
  const isIn = outcome === 'checked-in' || outcome === 'saved'
  const words = {
    sending: text.sending,
    'checked-in': usedDayPass ? `${at} · day pass` : at,
    saved: `${at} · ${text.saved.toLowerCase()}`,
    'already-in': text.alreadyIn(at),
    'no-valid-pass': text.noPass,
    unknown: text.unknown,
    'not-pass': text.notPass,
    failed: text.failed,
    undone: text.undone,
  }[outcome]
  return (
    <li className={classes.person}>
      <PersonAvatar person={{ displayName: person.name, pictureUrl: person.pictureUrl }} size={40} />
      <span className={classes.who}>
        <bdi>{person.name}</bdi>
        <span className={classes.note}>{words}</span>
      </span>
      {isIn && (
        <ActionButton tone="quiet" label={text.undoOf(person.name)} onClick={() => undo(scan)}>
          {text.undo}
        </ActionButton>
      )}
      {isIn && problem && (
        <div className={classes.problem}>
          <ErrorNote error={problem} />
        </div>
      )}
    </li>
  )
}

/** Scans of this and earlier visits that wait, or that the server has refused. */
export function Unsent({ unsent }: Pick<Scans, 'unsent'>) {
  const waiting = unsent.filter(({ state }) => state !== 'failed')
  return (
    <>
      {waiting.length > 0 && <FormMessage tone="info">{text.waiting(waiting.length)}</FormMessage>}
      {unsent
        .filter(({ state }) => state === 'failed')
        .map((entry) => (
          <FormMessage
            key={entry.key}
            tone="error"
            actions={<ActionButton onClick={() => withdraw(entry)}>{text.discard}</ActionButton>}
          >
            <strong>{entry.title}:</strong> {entry.problem?.message}
          </FormMessage>
        ))}
    </>
  )
}
