import { type ReactNode, use } from 'react'
import type { MemberRow, RemovedMember } from '#contract/members.ts'
import { inLine } from '#domain/isolated-text.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshMembers } from '#web/queries/members.ts'
import { ActionButton, DisabledOffline } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import classes from './member-dialog.module.css'

const noteId = 'gone-member'

type GoneMemberProps = {
  member: MemberRow
  /** Who can still be restored. */
  removed: RemovedMember[]
  gone: boolean
  children: ReactNode
}

/**
 * When someone else removes a member, the open details stay open, with what was typed in them. Nothing can be sent
 * until the member is back.
 */
export function GoneMember({ member: { id, name }, removed, gone, children }: GoneMemberProps) {
  const offline = use(DisabledOffline)
  const restore = useIdempotentMutation(api.members.restore, { onDone: refreshMembers })
  const isRestorable = removed.some((each) => each.id === id)

  async function bringBack() {
    if ((await restore.act({ memberId: id })) !== null) toast({ text: officerMessages.memberRestored(name) })
  }

  return (
    <>
      <DisabledOffline value={gone ? noteId : offline}>{children}</DisabledOffline>
      {gone && (
        <div id={noteId} className={classes.gone}>
          <FormMessage
            tone="warning"
            actions={
              isRestorable && (
                <ActionButton sends label={inLine`Restore ${name}`} pending={restore.pending} onClick={bringBack}>
                  Restore
                </ActionButton>
              )
            }
          >
            {isRestorable ? officerMessages.removedWhileOpen(name) : officerMessages.deletedWhileOpen(name)}
          </FormMessage>
          <ErrorNote error={restore.problem} />
        </div>
      )}
    </>
  )
}
