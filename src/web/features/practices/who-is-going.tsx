import type { GoingMember } from '#contract/practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { goingInWords, goingMessages } from '#domain/text/going-messages.ts'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { goingNow } from './going-now.ts'
import type { RsvpPractice } from './rsvp-changes.ts'
import { useWhoIsGoing } from './show-going.ts'
import classes from './who-is-going.module.css'

type WhoIsGoingProps = {
  practice: RsvpPractice & { going?: GoingMember[] }
  /** The dialog that contains it, if any. */
  over?: 'upcoming' | undefined
}

/** Faces of members who show that they're going, and how many are going in all. Opens the list. */
export function WhoIsGoing({ practice, over }: WhoIsGoingProps) {
  const { canShow, me } = useWhoIsGoing()
  const dialog = useHomeDialog()
  const people = canShow ? goingNow(practice, me) : []
  if (people.length === 0) return null
  const names = people.map(({ memberId, nameFirst, name }) =>
    memberId === me?.userId ? goingMessages.you : nameFirst || name,
  )
  const parts = goingInWords(names, practice.archers + practice.drivers)
  return (
    <button
      type="button"
      className={classes.going}
      aria-haspopup="dialog"
      onClick={() => dialog.open({ open: 'going', practice: practice.id, over })}
    >
      <span className={classes.faces}>
        {people.map(({ memberId, name, pictureUrl }) => (
          <span key={memberId} className={classes.face}>
            <PersonAvatar person={{ displayName: name, pictureUrl }} size={32} />
          </span>
        ))}
      </span>
      <span className={classes.words}>
        {parts.map((part, nth) =>
          typeof part === 'string' ? (
            part
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have no other identity
            <bdi key={nth} className={classes.name}>
              {part.name}
            </bdi>
          ),
        )}
        <ReadOut>{inLine`. Show the list for ${practice.title}`}</ReadOut>
      </span>
    </button>
  )
}
