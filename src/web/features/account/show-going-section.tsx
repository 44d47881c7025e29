import { goingMessages } from '#domain/text/going-messages.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useShowGoing, useWhoIsGoing } from '#web/features/practices/show-going.ts'
import { toast } from '#web/lib/toast.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Section } from './profile-section.tsx'

/** Whether other members see that this one is going. Saves right away; not there if the club has turned it off. */
export function ShowGoingSection() {
  const { canShow, me } = useWhoIsGoing()
  const { choose, problem } = useShowGoing()
  if (!canShow || me === null) return null

  async function change(show: boolean) {
    if (await choose(show)) toast({ text: memberMessages.profileSaved })
  }

  return (
    <Section title={goingMessages.title} lead={goingMessages.lead}>
      <CheckField label={goingMessages.choice} checked={me.showGoing === true} onChange={change} />
      <ErrorNote error={problem} />
    </Section>
  )
}
