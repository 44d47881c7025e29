import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '#web/lib/toast.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

type Copied = {
  text: string
  /** How it is confirmed. */
  copied: string
}

type WhenNotCopied = {
  /** For the dialog that shows the text if it can't be copied. */
  title: string
  field: string
  notCopied: string
}

type CopyTextProps = WhenNotCopied & {
  /** The button's text. */
  label: string
  /** Called on demand. */
  read: () => Copied
  /** True while there is nothing to copy. */
  disabled?: boolean
}

export function CopyText({ label, read, disabled, ...shown }: CopyTextProps) {
  const { copy, dialog } = useCopyText(shown)
  return (
    <>
      <ActionButton
        icon={<IconCopy size={20} stroke={1.75} aria-hidden />}
        reason={disabled ? '' : null}
        onClick={() => copy(read())}
      >
        {label}
      </ActionButton>
      {dialog}
    </>
  )
}

/** Copies a text; without https or permission, shows it so that the user can copy it by hand. */
export function useCopyText({ title, field, notCopied }: WhenNotCopied) {
  const [shown, setShown] = useState(false)
  const [all, setAll] = useState('')

  async function copy({ text, copied }: Copied) {
    try {
      await navigator.clipboard.writeText(text)
      toast({ text: copied })
    } catch {
      setAll(text)
      setShown(true)
    }
  }

  const dialog = (
    <InfoDialog open={shown} onClose={() => setShown(false)} title={title}>
      <p>{notCopied}</p>
      <TextArea aria-label={field} readOnly rows={6} value={all} onFocus={(event) => event.currentTarget.select()} />
    </InfoDialog>
  )
  return { copy, dialog }
}
