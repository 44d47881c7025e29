import { IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { count } from '#domain/text/messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'

/**
 * The addresses of whoever is listed, for the To field of a mail.
 * @param props `emails`: of a long list asked for only when they are wanted
 */
export function CopyEmails({ emails }: { emails: string[] | (() => string[]) }) {
  const [shown, setShown] = useState(false)
  const [all, setAll] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)

  async function copy() {
    const each = typeof emails === 'function' ? emails() : emails
    const all = each.join(', ')
    try {
      await navigator.clipboard.writeText(all)
      toast({ text: officerMessages.emailsCopied(count(each.length, 'email')) })
    } catch {
      // Without https, or without leave: the person can do it.
      setAll(all)
      setShown(true)
    }
  }

  return (
    <>
      <ActionButton
        icon={<IconCopy size={20} stroke={1.75} aria-hidden />}
        reason={typeof emails !== 'function' && emails.length === 0 ? '' : null}
        onClick={copy}
      >
        Copy emails
      </ActionButton>
      <InfoDialog open={shown} onClose={() => setShown(false)} title="Copy emails">
        <p>{officerMessages.emailsNotCopied}</p>
        <TextArea
          ref={field}
          aria-label="Emails"
          readOnly
          rows={6}
          value={all}
          onFocus={(event) => event.currentTarget.select()}
        />
      </InfoDialog>
    </>
  )
}
