import type { FormEvent } from 'react'
import { defaultPicture } from '#domain/profile.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useOwnPassword } from '#web/auth/use-own-password.tsx'
import { downloadFile } from '#web/lib/download-file.ts'
import { fetchFile } from '#web/lib/fetch-file.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { toast } from '#web/ui/toast.ts'
import classes from './profile.module.css'
import { Section } from './section.tsx'
import { useProfileDialog } from './use-profile-dialog.ts'

/** Everything that is held about oneself, to take along (D42). */
export function OwnDataSection({ pictureUrl }: { pictureUrl: string }) {
  const dialog = useProfileDialog('export')
  return (
    <Section title="Your data" lead="Everything the app has about you, in one file.">
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
