import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { bowNames, equipmentNames } from '#domain/club-bows.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { count } from '#domain/text/messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { Balance } from '#web/features/practices/balance.tsx'
import { toProblem } from '#web/lib/api-error.ts'
import type { ClubTimes } from '#web/lib/club-times.ts'
import { PersonAvatar } from '#web/shell/person-avatar.tsx'
import { useLast } from '#web/shell/use-address-dialog.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import { SkeletonCard } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { CountForm } from './count-form.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { nameButtonId } from './member-columns.tsx'
import classes from './member-dialog.module.css'
import { recordQuery } from './members-query.ts'
import { PassSelect } from './pass-select.tsx'
import { Rm01Form } from './rm01-form.tsx'
import { RoleSelect } from './role-select.tsx'
import { useMembersDialog, useOpenMember } from './use-members-dialog.ts'

/** Somebody in full: who they are, what they have, and how it came to be (specification §2). */
export function MemberDialog({ members, now }: { members: MemberRow[]; now: number }) {
  const { search, details, close } = useMembersDialog()
  const present = members.find(({ id }) => id === details)
  const member = useLast(present)
  // Somebody has removed them meanwhile, or the address is of long ago. A question on top goes first.
  const pointless = details !== undefined && present === undefined && search.open === undefined
  useEffect(() => {
    if (!pointless) return
    close()
  })
  const wasSeen = member !== null && member.id === details
  useEffect(() => {
    if (pointless && !wasSeen) toast({ text: officerMessages.memberGone })
  }, [pointless, wasSeen])
  return (
    <InfoDialog
      wide
      open={present !== undefined}
      onClose={close}
      title={member?.name ?? ''}
      returnFocus={() => member && document.getElementById(nameButtonId(member.id))}
    >
      {member && <Details key={member.id} member={member} now={now} />}
    </InfoDialog>
  )
}

function Details({ member, now }: { member: MemberRow; now: number }) {
  const times = useClubTimes()
  const { openFor } = useOpenMember()
  const { name, email, pronouns, attended, joinedAt } = member
  return (
    <OfflineGuard>
      <div className={classes.who}>
        <PersonAvatar person={{ displayName: name, pictureUrl: member.pictureUrl }} size={64} />
        <div className={classes.lead}>
          <p className={classes.balance}>
            <span>Balance</span> <Balance balance={practiceBalance(member)} />
          </p>
          <p className={classes.about}>
            {pronouns.join(', ')}
            {pronouns.length > 0 && ' · '}
            Joined <time dateTime={joinedAt}>{times.date(times.dayOf(Date.parse(joinedAt)), now)}</time>
          </p>
        </div>
      </div>
      <dl className={classes.facts}>
        <Fact name="Email">
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
        <Fact name="Attended Practices">{attended}</Fact>
        <Fact name="Adult">{member.adult === null ? notKnown : member.adult ? 'Yes' : 'No'}</Fact>
        <Fact name="Bow">{member.bowType === null ? notKnown : bowNames[member.bowType]}</Fact>
        <Fact name="Equipment">
          {member.personalEquipment === null ? notKnown : equipmentNames[member.personalEquipment]}
        </Fact>
        <Fact name="Car">
          {member.hasCar ? `${count(member.carCapacity, 'seat')}, including the driver` : 'No car'}
        </Fact>
        <Fact name="RM01">{rm01InWords(member, times, now)}</Fact>
      </dl>
      <div className={classes.counts}>
        <CountForm member={member} of="paidPractices" />
        <CountForm member={member} of="dayPasses" />
      </div>
      <div className={classes.choices}>
        <PassSelect label="Current Pass" member={member} />
        <RoleSelect label="Role" member={member} />
        <Rm01Form member={member} now={now} />
      </div>
      <Money memberId={member.id} now={now} />
      <div className={classes.actions}>
        <ActionButton aria-haspopup="dialog" onClick={() => openFor(member.id, 'practices')}>
          View Practices
        </ActionButton>
        <ActionButton tone="red-outline" aria-haspopup="dialog" onClick={() => openFor(member.id, 'remove')}>
          Remove
        </ActionButton>
      </div>
    </OfflineGuard>
  )
}

/** Until the welcome wizard is done. */
const notKnown = 'Unknown'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The member's own word, and the officers' beside it (D38a); who drives nobody needs none. */
function rm01InWords({ hasCar, rm01Declared, rm01Until, rm01 }: MemberRow, times: ClubTimes, now: number) {
  const declared = hasCar ? (rm01Declared ? 'Declared completed' : 'Not declared') : 'Not needed'
  if (rm01Until === null) return declared
  const until = times.date(rm01Until, now)
  return `${declared}, ${rm01 === 'ended' ? `approval expired ${until}` : `approved until ${until}`}`
}

function Money({ memberId, now }: { memberId: string; now: number }) {
  const query = useQuery(recordQuery(memberId))
  if (query.isPending) return <SkeletonCard height={10} />
  if (!query.data) return <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} />
  return <LedgerTable ledger={query.data.ledger} now={now} />
}
