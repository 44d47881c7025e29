import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#domain/text/public-messages.ts'
import { SetupOnly } from '#web/auth/route-guards.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { toProblem } from '#web/lib/request.ts'
import { recheckSession } from '#web/lib/use-session.ts'
import { Loading } from '#web/ui/page.tsx'
import { type Finished, Greeting } from './greeting.tsx'
import { welcomeQuery } from './use-draft.ts'
import { Wizard } from './wizard.tsx'

/** First-time setup. The greeting stays after the wizard, which closes once the profile is saved. */
export function WelcomePage() {
  const [finished, setFinished] = useState<Finished | null>(null)
  if (finished !== null) return <Greeting {...finished} />
  return (
    <SetupOnly>
      <Setup
        onFinished={(facts) => {
          setFinished(facts)
          void recheckSession().catch(() => {})
        }}
      />
    </SetupOnly>
  )
}

function Setup({ onFinished }: { onFinished: (facts: Finished) => void }) {
  const { data, error, refetch, isFetching } = useQuery(welcomeQuery)
  if (data) return <Wizard draft={data.draft} today={data.today} onFinished={onFinished} />
  if (error === null) return <Loading>{messages.loading}</Loading>
  return <LoadError problem={toProblem(error)} retry={refetch} pending={isFetching} />
}
