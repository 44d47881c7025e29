import type { PracticeRow } from '#server/db/schema.ts'
import { isYes, type Tell } from './documents/user-document.ts'
import { asSaid, type Fields, readInstant } from './documents/values.ts'
import type { PracticeFacts } from './practice-document.ts'

/** Whether a practice of the former app is live, has ended, or was never started. */

/** The practice that the setting says is live. */
export type Active = { file: string; practiceId: string; startedAt: string | null }
export type State = Pick<PracticeRow, 'startedAt' | 'endedAt' | 'endedEarly'>
export const notStarted: State = { startedAt: null, endedAt: null, endedEarly: 0 }

/** The document `settings/activePractice`; null where no practice is live. */
export function readActive(fields: Fields, file: string, timeZone: string, tell: Tell): Active | null {
  if (!isYes(fields.isActive)) return null
  const { practiceId } = fields
  if (typeof practiceId !== 'string') {
    tell('practiceId', `${asSaid(practiceId ?? null)} isn’t an id`, 'No practice is live.')
    return null
  }
  const startedAt = readInstant(fields.startedAt, timeZone)?.toISOString() ?? null
  if (startedAt === null && fields.startedAt)
    tell('startedAt', `${asSaid(fields.startedAt)} isn’t a time`, 'Imported as it is in the practice’s own document.')
  return { file, practiceId, startedAt }
}

/** Live is what the setting says, until its end; any other that was started has ended. */
export function sourceState(
  { id, copy, startedAt, endedEarly }: PracticeFacts,
  active: Active | null,
  now: string,
): State {
  const isActive = active?.practiceId === id
  const began = isActive ? (active.startedAt ?? startedAt ?? copy.startsAt) : startedAt
  if (isActive && now < copy.endsAt) return { startedAt: earlier(began ?? now, now), endedAt: null, endedEarly: 0 }
  const endedAt = earlier(copy.endsAt, now)
  if (endedEarly && (began ?? copy.startsAt) <= now)
    return { startedAt: earlier(began ?? copy.startsAt, endedAt), endedAt, endedEarly: 1 }
  return began !== null && copy.endsAt <= now
    ? { startedAt: earlier(began, endedAt), endedAt, endedEarly: 0 }
    : notStarted
}

type Practices = Map<string, { file: string; facts: PracticeFacts }>

/**
 * Tells of flags that the setting contradicts, and of what was cancelled and started all the same.
 * @returns the practice that is live, if it is one of these
 */
export function checkStates(
  active: Active | null,
  practices: Practices,
  now: string,
  telling: (file: string, document: string) => Tell,
) {
  for (const [id, { file, facts }] of practices) {
    const tell = telling(file, `practices/${id}`)
    const { startedAt, endedAt } = sourceState(facts, active, now)
    if (facts.isActive && active?.practiceId !== id)
      tell('isActive', 'the setting says it isn’t the live one', 'Imported as not live.')
    if (facts.endedEarly && startedAt !== null && endedAt === null)
      tell('endedEarly', 'the setting says it’s the live one', 'Imported as live.')
    if (facts.cancelled && startedAt !== null)
      tell('googleEvent.status', 'it was canceled but also started', 'Imported as not canceled.')
  }
  if (active === null) return null
  const tell = telling(active.file, 'settings/activePractice')
  const copy = practices.get(active.practiceId)?.facts.copy
  if (!copy) tell('practiceId', `${asSaid(active.practiceId)} isn’t an imported practice`, 'No practice is live.')
  else if (copy.endsAt <= now) tell('practiceId', `${asSaid(copy.title)} is already over`, 'Imported as ended.')
  return copy ? active : null
}

function earlier(one: string, other: string) {
  return one < other ? one : other
}
