import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/audit.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './audit-entry.module.css'

/** One act: when, the sentence, what was so before and after, why. A name leads to all about that person. */
export function AuditEntryRow({ entry, day }: { entry: AuditEntry; day: string }) {
  const times = useClubTimes()
  const { at, sentence, reason } = entry
  // That it happened when it happened goes without saying.
  const changes = entry.changes.filter(({ before, after }) => before !== null || after !== at)
  return (
    <li className={classes.row} data-refused={entry.act === 'refused' || undefined}>
      <time dateTime={at} className={classes.time}>
        {times.clock(Date.parse(at))}
      </time>
      <div className={classes.body}>
        <p className={classes.sentence}>
          {sentence.map(({ text, memberId }, i) =>
            memberId === null ? (
              text
            ) : (
              <Link
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence stay where they are
                key={i}
                to="/resources"
                search={{ tab: 'audit', person: memberId }}
                resetScroll={false}
                className={classes.name}
              >
                {text}
              </Link>
            ),
          )}
        </p>
        {changes.length > 0 && (
          <ul className={classes.changes}>
            {changes.map((change) => (
              <li key={change.what}>
                <Change change={change} day={day} />
              </li>
            ))}
          </ul>
        )}
        {reason !== '' && <p className={classes.reason}>“{reason}”</p>}
      </div>
    </li>
  )
}

function Change({ change: { what, before, after }, day }: { change: AuditEntry['changes'][number]; day: string }) {
  const times = useClubTimes()
  const say = (value: string) => (isInstant(value) ? times.moment(Date.parse(value), day) : value)
  if (before !== null && after !== null)
    return (
      <>
        {what}: {say(before)} <span aria-hidden>→</span> <ReadOut>to </ReadOut>
        <b>{say(after)}</b>
      </>
    )
  if (after !== null)
    return (
      <>
        {what}: <b>{say(after)}</b>
      </>
    )
  return (
    <>
      {what}, previously: {say(before ?? '')}
    </>
  )
}

function isInstant(value: string) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
}
