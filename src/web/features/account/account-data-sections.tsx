import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { defaultPicture } from '#domain/photos.ts'
import { deletionMessages, lostWithAccount } from '#domain/text/deletion-messages.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { useOwnPassword } from '#web/auth/auth-forms.tsx'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { unregister } from '#web/features/notifications/push-subscription.ts'
import { api } from '#web/lib/api.ts'
import { downloadFile, fetchFile } from '#web/lib/download-file.ts'
import { isRetryable } from '#web/lib/request.ts'
import { forgetPendingDeletion, rememberDeletion } from '#web/lib/session-on-device.ts'
import { dropFlashMessage, leaveFlashMessage, toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { actAndLeave } from '#web/lib/use-session.ts'
import { myPracticesQuery } from '#web/queries/my-practices.ts'
import { cardsQuery } from '#web/queries/scorecards.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import classes from './profile.module.css'
import { Section, useProfileDialog } from './profile-section.tsx'

/** Download of everything the club stores about the member. */
export function OwnDataSection({ pictureUrl }: { pictureUrl: string }) {
  const dialog = useProfileDialog('export')
  return (
    <Section id="export" title="Your data" lead="Everything the app has about you. Your photo is a file of its own.">
      <div className={classes.form}>
        <p>
          Your profile, RSVPs, attendance, passes, payments, audit entries about you, logins, and emails. It’s a JSON
          file you can open in any text editor.
        </p>
        <div className={classes.actions}>
          {pictureUrl !== defaultPicture && (
            <a className={classes.download} href={pictureUrl} download>
              Download photo
            </a>
          )}
          <ActionButton aria-haspopup="dialog" onClick={dialog.open}>
            Download my data
          </ActionButton>
        </div>
      </div>
      <Dialog
        open={dialog.isOpen}
        onClose={dialog.close}
        title="Download my data"
        text="Enter your password, so no one else can download it from this device."
      >
        <ExportForm close={dialog.close} />
      </Dialog>
    </Section>
  )
}

function ExportForm({ close }: { close: () => void }) {
  const download = useIdempotentMutation((input: { password: string }) => fetchFile('/api/v1/account/export', input), {
    onDone({ content, name }) {
      downloadFile(content, content.type, name)
      toast({ text: memberMessages.exportDone })
      close()
    },
  })
  const { problem } = download
  const own = useOwnPassword(problem)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (own.isMissing()) return
    void download.act({ password: own.password })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {own.field}
      {problem?.kind !== 'field' && <ErrorNote error={problem} />}
      <div className={classes.actions}>
        <ActionButton onClick={close}>Cancel</ActionButton>
        <ActionButton type="submit" tone="blue" pending={download.pending}>
          Download
        </ActionButton>
      </div>
    </form>
  )
}

/** Deletes the member's own account. */
export function DeleteSection() {
  const dialog = useProfileDialog('delete')
  const losses = useLosses()
  return (
    <Section id="delete" title="Delete account" lead="Immediate and permanent.">
      <div className={classes.form}>
        <p>Your account is removed, and your name no longer appears anywhere in the app.</p>
        <div className={classes.actions}>
          <ActionButton tone="red-outline" aria-haspopup="dialog" onClick={dialog.open}>
            Delete my account
          </ActionButton>
        </div>
      </div>
      <Dialog
        open={dialog.isOpen}
        onClose={dialog.close}
        role="alertdialog"
        title="Delete your account?"
        text={<strong className={classes.lost}>{lostWithAccount(losses)}</strong>}
      >
        <DeleteForm close={dialog.close} />
      </Dialog>
    </Section>
  )
}

/** Loaded before the question is asked; null until then. */
function useLosses() {
  const mine = useQuery(myPracticesQuery).data
  const cards = useQuery(cardsQuery).data?.cards
  if (!mine || !cards) return null
  const own = cards.filter(({ archer }) => archer === null)
  return { dayPasses: mine.dayPasses, paidPractices: mine.balance, scorecards: own.length }
}

function DeleteForm({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const [sure, setSure] = useState(false)
  const [unsure, setUnsure] = useState(false)
  const { userId } = useSignedInMember()
  const remove = useIdempotentMutation(
    (input: { password: string }, options: { context: { idempotencyKey: string } }) => {
      rememberDeletion({ userId, idempotencyKey: options.context.idempotencyKey })
      return api.account.delete(input, options)
    },
    {
      onProblem: (met) => {
        if (!isRetryable(met) && met.kind !== 'signed-out') forgetPendingDeletion()
      },
    },
  )
  const { problem } = remove
  const own = useOwnPassword(problem)

  async function leave() {
    leaveFlashMessage(messages.accountDeleted)
    if (await actAndLeave(() => remove.act({ password: own.password }))) {
      void unregister()
      await navigate({ to: '/login', replace: true })
    } else dropFlashMessage()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setUnsure(!sure)
    if (own.isMissing() || !sure) return
    void leave()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <dl className={classes.fate}>
        <dt>What’s deleted</dt>
        <dd>{deletionMessages.deleted}</dd>
        <dt>What’s kept</dt>
        <dd>{deletionMessages.kept}</dd>
      </dl>
      {own.field}
      <div>
        <CheckField
          label="Delete everything. I know this can’t be undone."
          checked={sure}
          onChange={(checked) => {
            setSure(checked)
            setUnsure(false)
          }}
        />
        {unsure && (
          <p className={classes.wrong} role="alert">
            {deletionMessages.unconfirmed}
          </p>
        )}
      </div>
      {problem?.kind !== 'field' && <ErrorNote error={problem} />}
      <div className={classes.actions}>
        <ActionButton onClick={close}>Cancel</ActionButton>
        <ActionButton type="submit" tone="red" pending={remove.pending}>
          Delete my account
        </ActionButton>
      </div>
    </form>
  )
}
