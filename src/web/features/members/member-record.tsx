import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { LedgerLine, MemberRow, RemovedMember } from '#contract/members.ts'
import type { AttendedPractice } from '#contract/my-practices.ts'
import { bowNames, equipmentNames } from '#domain/club-bows.ts'
import { inLine, isolated } from '#domain/isolated-text.ts'
import { type Currency, practiceBalance } from '#domain/ledger.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useLast, useMembersDialog, useOpenMember } from '#web/addresses/use-address-dialog.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { SellButton } from '#web/features/door-sales/sell-button.tsx'
import { Balance } from '#web/features/practices/balance.tsx'
import { type ClubTimes, useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { homeQuery } from '#web/queries/home.ts'
import { recordQuery } from '#web/queries/members.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { GoneMember } from './gone-member.tsx'
import ledgerClasses from './ledger-table.module.css'
import classes from './member-dialog.module.css'
import { CountForm, Rm01Form } from './member-forms.tsx'
import { nameButtonId } from './member-row.tsx'
import practicesClasses from './practices-dialog.module.css'
import { PassSelect, RoleSelect } from './row-fields.tsx'

type MemberDialogProps = {
  members: MemberRow[]
  removed: RemovedMember[]
  /** The member that this officer removed last. */
  removedHere: string | null
  now: number
}

/** All about a member: passes, balances, profile, and the ledger. */
export function MemberDialog({ members, removed, removedHere, now }: MemberDialogProps) {
  const { search, details, close } = useMembersDialog()
  const present = members.find(({ id }) => id === details)
  const member = useLast(present)
  const wasSeen = member !== null && member.id === details
  const isGone = details !== undefined && present === undefined
  const stays = isGone && wasSeen && removedHere !== details
  // An outdated link, or removed from here. A dialog on top closes first.
  const pointless = isGone && !stays && search.open === undefined
  useEffect(() => {
    if (!pointless) return
    close()
  })
  useEffect(() => {
    if (pointless && !wasSeen) toast({ text: officerMessages.memberGone })
  }, [pointless, wasSeen])
  return (
    <InfoDialog
      wide
      open={present !== undefined || stays}
      onClose={close}
      title={<bdi>{member?.name}</bdi>}
      returnFocus={() => member && document.getElementById(nameButtonId(member.id))}
    >
      {member && (
        <OfflineGuard key={member.id}>
          <GoneMember member={member} removed={removed} gone={stays}>
            <Details member={member} gone={stays} now={now} />
          </GoneMember>
        </OfflineGuard>
      )}
    </InfoDialog>
  )
}

type DetailsProps = { member: MemberRow; gone: boolean; now: number }

/** What officers change comes first: on a phone, the list has none of it. */
function Details({ member, gone, now }: DetailsProps) {
  const times = useClubTimes()
  const { openFor } = useOpenMember()
  const { name, email, pronouns, attended, joinedAt } = member
  return (
    <>
      <div className={classes.who}>
        <PersonAvatar person={{ displayName: name, pictureUrl: member.pictureUrl }} size={56} />
        <div>
          <p className={classes.left}>
            <span>Paid practices:</span> <Balance balance={practiceBalance(member)} />
          </p>
          <p className={classes.left}>
            <span>Day passes:</span> <b>{member.dayPasses} left</b>
          </p>
          <p className={classes.about}>
            {pronouns.map(isolated).join(', ')}
            {pronouns.length > 0 && ' · '}
            Joined <time dateTime={joinedAt}>{times.date(times.dayOf(Date.parse(joinedAt)), now)}</time>
          </p>
        </div>
      </div>
      {!gone && <SellHere member={member} />}
      <div className={classes.counts}>
        <CountForm member={member} of="paidPractices" />
        <CountForm member={member} of="dayPasses" />
      </div>
      <div className={classes.choices}>
        <PassSelect label="Current Pass" member={member} />
        {!gone && <RoleSelect label="Role" member={member} />}
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
      <Rm01Form member={member} now={now} />
      <Money memberId={member.id} now={now} />
      {!gone && (
        <div className={classes.actions}>
          <ActionButton aria-haspopup="dialog" onClick={() => openFor(member.id, 'practices')}>
            View Practices
          </ActionButton>
          <ActionButton tone="red-outline" aria-haspopup="dialog" onClick={() => openFor(member.id, 'remove')}>
            Remove
          </ActionButton>
        </div>
      )}
    </>
  )
}

/** While a practice is live. */
function SellHere({ member: { id, name } }: { member: MemberRow }) {
  const { openFor } = useOpenMember()
  const { data } = useQuery(homeQuery)
  if (!data?.live) return null
  return (
    <div>
      <SellButton name={name} onClick={() => openFor(id, 'sell')} />
    </div>
  )
}

/** Until the member has finished the welcome wizard. */
const notKnown = 'Unknown'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The member's own statement next to the officers' approval; members who don't drive need none. */
function rm01InWords({ hasCar, rm01Declared, rm01Until, rm01 }: MemberRow, times: ClubTimes, now: number) {
  const declared = hasCar ? (rm01Declared ? 'Says it’s done' : 'Says it’s not done') : 'Not needed'
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

const currencies: { value: Currency; label: string }[] = [
  { value: 'paid-practices', label: 'Paid practices' },
  { value: 'day-passes', label: 'Day passes' },
]

/** Ledger of one currency, newest first, each entry with the balance after it. */
function LedgerTable({ ledger, now }: { ledger: LedgerLine[]; now: number }) {
  const times = useClubTimes()
  const [currency, setCurrency] = useState<Currency>('paid-practices')
  const lines = ledger.filter((line) => line.currency === currency)
  return (
    <>
      <Segmented legend="History" value={currency} onChange={setCurrency} options={currencies} />
      {lines.length === 0 ? (
        <p className={ledgerClasses.none}>{officerMessages.noLedger}</p>
      ) : (
        <table className={ledgerClasses.table}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Change</th>
              <th scope="col">Balance</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, at, why, by, amount, balance }) => (
              <tr key={id}>
                <td>
                  <span className={ledgerClasses.why}>{why}</span>
                  <span className={ledgerClasses.when}>
                    <time dateTime={at}>{times.moment(Date.parse(at), times.dayOf(now), now)}</time> · <bdi>{by}</bdi>
                  </span>
                </td>
                <td className={ledgerClasses.amount} data-in={amount > 0 || undefined}>
                  {amount > 0 ? `+${amount}` : `−${-amount}`}
                </td>
                <td className={ledgerClasses.balance}>{balance}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** All practices the member attended, newest first. */
export function PracticesDialog({ members, now }: { members: MemberRow[]; now: number }) {
  const { search, close } = useMembersDialog()
  const asked = search.open === 'practices'
  const present = members.find(({ id }) => asked && id === search.member)
  const member = useLast(present)
  const pointless = asked && present === undefined
  useEffect(() => {
    if (pointless) close()
  })
  return (
    <InfoDialog
      open={asked && present !== undefined}
      onClose={close}
      title={inLine`Practices attended by ${member?.name ?? ''}`}
    >
      {member && <Practices memberId={member.id} now={now} />}
    </InfoDialog>
  )
}

function Practices({ memberId, now }: { memberId: string; now: number }) {
  const query = useQuery(recordQuery(memberId))
  if (query.isPending) return <SkeletonCard height={10} />
  if (!query.data) return <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} />
  const { practices } = query.data
  if (practices.length === 0) return <EmptyState>{memberMessages.noPastFound}</EmptyState>
  return (
    <>
      <p>{count(practices.filter(({ checkedInBy }) => checkedInBy !== 'guest').length, 'practice')} attended</p>
      <ul className={practicesClasses.list}>
        {practices.map((practice) => (
          <Practice key={practice.id} practice={practice} now={now} />
        ))}
      </ul>
    </>
  )
}

function Practice({ practice, now }: { practice: AttendedPractice; now: number }) {
  const times = useClubTimes()
  const { title, startsOn, checkedInAt, reason } = practice
  return (
    <li className={practicesClasses.row}>
      <span className={practicesClasses.title}>{title}</span>
      <time dateTime={startsOn}>{times.date(startsOn, now)}</time>
      <span className={practicesClasses.how}>
        Checked in <time dateTime={checkedInAt}>{times.moment(Date.parse(checkedInAt), startsOn, now)}</time>{' '}
        {byWhom(practice)}
        {reason !== '' && inLine` “${reason}”`}
      </span>
    </li>
  )
}

function byWhom({ checkedInBy, officer }: AttendedPractice) {
  if (checkedInBy === 'me') return '(self check-in)'
  if (checkedInBy === 'list') return 'added by email before they signed up'
  if (checkedInBy === 'guest') return 'as a guest before they signed up (not counted)'
  return inLine`by ${officer ?? 'an officer'}`
}
