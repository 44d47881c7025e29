import { IconCopy, IconShieldStar } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.ts'
import classes from './become-officer.module.css'

/** On a local club without officers: how the person who looks becomes the first one. Goes once there is one. */
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
      // Without https, or not allowed: ready to be copied by hand.
      setRefused(true)
      if (code.current) getSelection()?.selectAllChildren(code.current)
    }
  }

  return (
    <Card as="section" aria-labelledby={id} className={classes.card}>
      <div className={classes.top}>
        <IconShieldStar size={24} stroke={1.75} aria-hidden />
        <h2 id={id}>Become an officer</h2>
      </div>
      <p className={classes.how}>
        This club has no officers yet. Open a second terminal in the app’s folder and run this command:
      </p>
      <code ref={code} className={classes.command}>
        {command}
      </code>
      <div>
        <ActionButton icon={<IconCopy size={20} stroke={1.75} aria-hidden />} onClick={copy}>
          Copy command
        </ActionButton>
        <p role="status" className={classes.refused}>
          {refused && memberMessages.commandNotCopied}
        </p>
      </div>
    </Card>
  )
}
