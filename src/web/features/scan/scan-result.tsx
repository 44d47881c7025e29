import { IconAlertTriangle, IconCheck, IconClock, IconQuestionMark, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { scanMessages as text } from '#domain/text/scan-messages.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { useReasonPrompt } from '#web/features/manage-practices/reason-prompt.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import classes from './scan-result.module.css'
import type { Scan, Scans } from './use-scans.ts'

type Acts = { scans: Scans; onSell: (memberId: string) => void }

type Tone = 'good' | 'known' | 'bad' | 'quiet'

const tones: Record<Scan['outcome'], Tone> = {
  sending: 'quiet',
  undone: 'quiet',
  'checked-in': 'good',
  saved: 'good',
  'already-in': 'known',
  'no-valid-pass': 'bad',
  unknown: 'bad',
  'not-pass': 'bad',
  failed: 'bad',
}

/** The last scan, large, in color and words. */
export function ScanResult({ scan, ...acts }: { scan: Scan | undefined } & Acts) {
  const words = useWords(scan)
  return (
    <section className={classes.result} data-tone={scan ? tones[scan.outcome] : 'none'} aria-label="Result">
      <div className={classes.top} role="status">
        {!scan && <p className={classes.aim}>{text.aim}</p>}
        {scan && (
          <>
            {scan.person ? (
              <PersonAvatar person={{ displayName: scan.person.name, pictureUrl: scan.person.pictureUrl }} size={96} />
            ) : (
              <span className={classes.noPerson}>
                {scan.outcome !== 'sending' && <IconQuestionMark size={40} stroke={1.75} aria-hidden />}
              </span>
            )}
            <div className={classes.words}>
              <p className={classes.outcome}>
                {markOf(scan)}
                {words.title}
              </p>
              {scan.person && (
                <p className={classes.name}>
                  <bdi>{scan.person.name}</bdi>
                </p>
              )}
              {words.more && <p className={classes.more}>{words.more}</p>}
            </div>
          </>
        )}
      </div>
      {scan && <Next key={scan.key} scan={scan} {...acts} />}
    </section>
  )
}

function markOf({ outcome }: Scan): ReactNode {
  const size = { size: 28, stroke: 2.5, 'aria-hidden': true } as const
  const tone = tones[outcome]
  if (tone === 'good') return outcome === 'saved' ? <IconClock {...size} /> : <IconCheck {...size} />
  if (tone === 'known') return <IconAlertTriangle {...size} />
  return tone === 'bad' ? <IconX {...size} /> : null
}

function useWords(scan: Scan | undefined): { title: string; more: string | null } {
  const times = useClubTimes()
  if (!scan) return { title: '', more: null }
  const { outcome, person, checkedInAt, usedDayPass, offline, problem } = scan
  const at = checkedInAt === null ? '' : times.clock(Date.parse(checkedInAt))
  switch (outcome) {
    case 'sending':
      return { title: text.sending, more: null }
    case 'checked-in':
      return { title: text.checkedIn, more: usedDayPass && person ? text.withDayPass(person.dayPasses) : null }
    case 'saved':
      return { title: text.saved, more: text.savedNext }
    case 'already-in':
      return { title: text.alreadyIn(at), more: null }
    case 'no-valid-pass':
      return { title: text.noPass, more: offline ? text.noPassOffline : person && text.dayPasses(person.dayPasses) }
    case 'unknown':
      return { title: text.unknown, more: text.unknownNext }
    case 'not-pass':
      return { title: text.notPass, more: text.notPassNext }
    case 'undone':
      return { title: text.undone, more: null }
    case 'failed':
      return { title: text.failed, more: problem?.message ?? null }
  }
}

/** What an officer can do about it. */
function Next({ scan, scans, onSell }: { scan: Scan } & Acts) {
  const { outcome, person, problem } = scan
  if (outcome === 'failed')
    return (
      <div className={classes.actions}>
        <ActionButton onClick={() => scans.retry(scan)}>Try Again</ActionButton>
      </div>
    )
  if (outcome === 'no-valid-pass' && person) return <NoPass scan={scan} scans={scans} onSell={onSell} />
  return problem && <ErrorNote error={problem} />
}

function NoPass({ scan, scans, onSell }: { scan: Scan } & Acts) {
  const { person, offline, problem } = scan
  const [pending, setPending] = useState(false)
  const { action, prompt } = useReasonPrompt({
    text: text.letIn,
    label: text.letIn,
    why: offline ? null : text.letInWhy,
    when: 'live',
    pending,
    problem,
    clear: () => {},
    async enter(reason) {
      if (offline) return scans.save(scan)
      setPending(true)
      await scans.letIn(scan, reason)
      setPending(false)
    },
  })
  return (
    <div className={classes.next}>
      <div className={classes.actions}>
        {!offline && (person?.dayPasses ?? 0) > 0 && (
          <ActionButton tone="blue" onClick={() => scans.spendDayPass(scan)}>
            {text.useDayPass}
          </ActionButton>
        )}
        {!offline && person && (
          <ActionButton aria-haspopup="dialog" onClick={() => onSell(person.id)}>
            {text.sell}
          </ActionButton>
        )}
        {action}
      </div>
      {prompt}
    </div>
  )
}
