import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { GoingMember } from '#contract/practices.ts'
import { goingMessages } from '#domain/text/going-messages.ts'
import { useHomeDialog, useLast } from '#web/addresses/use-address-dialog.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes, type When } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import classes from './going-dialog.module.css'
import { goingNow } from './going-now.ts'
import type { RsvpPractice } from './rsvp-changes.ts'
import { useWhoIsGoing } from './show-going.ts'

type Practice = RsvpPractice & When & { going?: GoingMember[] }

const goingQuery = (practiceId: string) =>
  queryOptions({
    queryKey: ['going', practiceId],
    queryFn: ({ signal }) => api.whoIsGoing.get({ practiceId }, { signal }),
    meta: { topics: ['practices', 'live'] },
  })

/** Everyone who shows that they're going to a practice, and how many more there are. */
export function GoingDialog({ practices }: { practices: Practice[] }) {
  const { search, close } = useHomeDialog()
  const isAsked = search.open === 'going'
  const found = practices.find(({ id }) => isAsked && id === search.practice)
  const practice = useLast(found)
  const isGone = isAsked && found === undefined
  useEffect(() => {
    if (isGone) close()
  })
  return (
    <InfoDialog open={isAsked && !isGone} onClose={close} title={goingMessages.title}>
      {practice && <GoingList practice={practice} isOpen={isAsked} />}
    </InfoDialog>
  )
}

function GoingList({ practice, isOpen }: { practice: Practice; isOpen: boolean }) {
  const times = useClubTimes()
  const now = useNow('minute')
  const { me } = useWhoIsGoing()
  const query = useQuery({ ...goingQuery(practice.id), enabled: isOpen })
  // Until the list is there, and without a connection: the faces that the practice shows.
  const shown = query.data ?? { people: goingNow(practice, me), total: practice.archers + practice.drivers }
  const more = Math.max(shown.total - shown.people.length, 0)
  const { date, time } = times.when(practice, now, times.dayName)
  return (
    <>
      <p className={classes.practice}>
        <bdi>{practice.title}</bdi> · {time === null ? date : `${date}, ${time}`}
      </p>
      <ul className={classes.people} aria-busy={query.isFetching && !query.data}>
        {shown.people.map(({ memberId, name, pictureUrl }) => (
          <li key={memberId} className={classes.person}>
            <PersonAvatar person={{ displayName: name, pictureUrl }} size={40} />
            <span className={classes.name}>
              <bdi>{name}</bdi>
              {memberId === me?.userId && <span className={classes.you}> · {goingMessages.you}</span>}
            </span>
          </li>
        ))}
        {more > 0 && (
          <li className={`${classes.person} ${classes.more}`}>
            <span className={classes.number} aria-hidden>
              +{more}
            </span>
            {goingMessages.more(more)}
          </li>
        )}
      </ul>
      {query.error && !query.data && (
        <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} pending={query.isFetching} />
      )}
    </>
  )
}
