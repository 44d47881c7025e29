import { IconCopy, IconFlask, IconShieldStar } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { Home } from '#contract/home.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { toast } from '#web/lib/toast.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { QuietNote } from '#web/ui/page-notes.tsx'
import becomeOfficerClasses from './become-officer.module.css'

/** On a local club without officers: how to become the first one. Disappears once there is one. */
export function BecomeOfficer({ command }: { command: string }) {
  const id = useId()
  const code = useRef<HTMLElement>(null)
  const [refused, setRefused] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(command)
      setRefused(false)
      toast({ text: memberMessages.commandCopied })
    } catch {
      // Without https or permission: selected so the user can copy it by hand.
      setRefused(true)
      if (code.current) getSelection()?.selectAllChildren(code.current)
    }
  }

  return (
    <Card as="section" aria-labelledby={id} className={becomeOfficerClasses.card}>
      <div className={becomeOfficerClasses.top}>
        <IconShieldStar size={24} stroke={1.75} aria-hidden />
        <h2 id={id}>Become an officer</h2>
      </div>
      <p className={becomeOfficerClasses.how}>
        This club has no officers yet. Open a second terminal in the app’s folder and run this command:
      </p>
      <code ref={code} className={becomeOfficerClasses.command}>
        {command}
      </code>
      <div>
        <ActionButton icon={<IconCopy size={20} stroke={1.75} aria-hidden />} onClick={copy}>
          Copy command
        </ActionButton>
        <p role="status" className={becomeOfficerClasses.refused}>
          {refused && memberMessages.commandNotCopied}
        </p>
      </div>
    </Card>
  )
}

/** For officers of a new club, until its own practices and settings replace the samples. */
export function SamplesNote({ home }: { home: Home }) {
  const dialog = useHomeDialog()
  return (
    <QuietNote
      icon={<IconFlask size={20} stroke={1.75} aria-hidden />}
      action={
        <ActionButton tone="quiet" aria-haspopup="dialog" onClick={() => dialog.open({ open: 'samples' })}>
          Remove samples
        </ActionButton>
      }
    >
      {memberMessages.samplesShown({ practices: home.hasSamples, settings: home.hasSampleSettings })}
    </QuietNote>
  )
}
