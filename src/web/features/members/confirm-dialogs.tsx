import type { MemberRow, RemovedMember } from '#contract/members.ts'
import { inLine } from '#domain/isolated-text.ts'
import { restorableForDays } from '#domain/members.ts'

import { officerMessages } from '#domain/text/officer-messages.ts'
import { useLast, useMembersDialog } from '#web/addresses/use-address-dialog.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { ConfirmAction } from '#web/components/confirm-action.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshMembers } from '#web/queries/members.ts'
import { nameButtonId } from './member-row.tsx'

type ConfirmDialogsProps = {
  members: MemberRow[]
  /** Listed members while a dialog is open, so the focus can move on when one of them is gone. */
  shown: MemberRow[]
  removed: RemovedMember[]
  onRemoved: (memberId: string) => void
}

/** Confirm dialogs of officers' actions on members. */
export function ConfirmDialogs({ members, shown, removed, onRemoved }: ConfirmDialogsProps) {
  return (
    <>
      <RoleQuestion members={members} />
      <RemoveQuestion members={members} shown={shown} onRemoved={onRemoved} />
      <EraseQuestion removed={removed} />
    </>
  )
}

function RoleQuestion({ members }: Pick<ConfirmDialogsProps, 'members'>) {
  const { search, close } = useMembersDialog()
  const change = useIdempotentMutation(api.members.setRole, {
    onDone: refreshMembers,
    onProblem: ({ kind }) => {
      if (kind === 'refused') void refreshMembers()
    },
  })
  const asked = search.open === 'role'
  const member = useLast(members.find(({ id }) => asked && id === search.member))
  const present = asked && members.some(({ id }) => id === search.member)
  const expected = member?.role ?? 'Member'
  const role = expected === 'Officer' ? 'Member' : 'Officer'
  const name = member?.name ?? ''
  return (
    <ConfirmAction
      asked={asked}
      input={present && member ? { memberId: member.id, expected, role } : null}
      act={change}
      title={role === 'Officer' ? inLine`Make ${name} an officer?` : inLine`Remove ${name} as an officer?`}
      text={officerMessages.confirmRole[role](name)}
      confirm={role === 'Officer' ? 'Make officer' : 'Remove as officer'}
      onDone={() => toast({ text: officerMessages.roleChanged[role](name) })}
      onClose={close}
    />
  )
}

function RemoveQuestion({ members, shown, onRemoved }: Omit<ConfirmDialogsProps, 'removed'>) {
  const { search, close } = useMembersDialog()
  const me = useSignedInMember()
  const remove = useIdempotentMutation(api.members.remove, { onDone: refreshMembers })
  const restore = useIdempotentMutation(api.members.restore, {
    onDone: refreshMembers,
    onProblem: ({ message }) => toast({ text: message, role: 'alert', stays: true }),
  })
  const asked = search.open === 'remove'
  const member = members.find(({ id }) => asked && id === search.member)
  const name = useLast(member?.name) ?? ''
  const at = shown.findIndex(({ id }) => id === member?.id)
  const neighbour = useLast(at < 0 ? null : (shown[at + 1] ?? shown[at - 1])?.id)

  function offerUndo(memberId: string) {
    async function undo() {
      if ((await restore.act({ memberId })) !== null) toast({ text: officerMessages.memberRestored(name) })
    }
    toast({ text: officerMessages.memberRemoved(name), action: { label: 'Undo', onClick: undo } })
  }

  const memberId = useLast(member?.id)
  return (
    <ConfirmAction
      asked={asked}
      input={member ? { memberId: member.id } : null}
      act={remove}
      title={inLine`Remove ${name}?`}
      text={
        memberId === me.userId
          ? officerMessages.confirmRemoveSelf
          : officerMessages.confirmRemoveMember(name, restorableForDays)
      }
      confirm="Remove"
      onDone={() => {
        if (memberId === null) return
        onRemoved(memberId)
        offerUndo(memberId)
      }}
      onClose={close}
      returnFocus={() => (neighbour === null ? null : document.getElementById(nameButtonId(neighbour)))}
    />
  )
}

function EraseQuestion({ removed }: Pick<ConfirmDialogsProps, 'removed'>) {
  const { search, close } = useMembersDialog()
  const erase = useIdempotentMutation(api.members.erase, { onDone: refreshMembers })
  const asked = search.open === 'erase'
  const member = removed.find(({ id }) => asked && id === search.member)
  const name = useLast(member?.name) ?? ''
  return (
    <ConfirmAction
      asked={asked}
      input={member ? { memberId: member.id } : null}
      act={erase}
      title={inLine`Permanently erase ${name}?`}
      text={officerMessages.confirmErase(name)}
      confirm="Erase now"
      onDone={() => toast({ text: officerMessages.memberErased })}
      onClose={close}
    />
  )
}
