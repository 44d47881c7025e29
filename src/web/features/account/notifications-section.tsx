import { useState } from 'react'
import type { MyProfile } from '#contract/profile.ts'
import { type NewsKind, type NewsWay, newsKinds, newsWays } from '#domain/notifications.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { newsMessages } from '#domain/text/notification-messages.ts'
import { api } from '#web/lib/api.ts'
import type { Problem } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { toast } from '#web/ui/toast.ts'
import classes from './profile.module.css'
import { profileQuery } from './profile-query.ts'
import { Section } from './section.tsx'
import { ThisDeviceSection } from './this-device-section.tsx'

type News = MyProfile['news']

/** What comes, and how (D29). A tick is saved at once; where it cannot be, it goes back. */
export function NotificationsSection({ news }: { news: News }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  return (
    <Section title={newsMessages.title} lead={newsMessages.lead}>
      <div className={classes.form}>
        <div className={classes.newsBox}>
          <table className={classes.news}>
            <thead>
              <tr>
                <td />
                {newsWays.map((way) => (
                  <th key={way} scope="col">
                    {newsMessages.ways[way]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {newsKinds.map((kind) => (
                <tr key={kind}>
                  <th scope="row">{newsMessages.kinds[kind]}</th>
                  {newsWays.map((way) => (
                    <td key={way}>
                      <Choice kind={kind} way={way} wanted={news[kind][way]} onProblem={setProblem} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <ErrorNote error={problem} />
        <ThisDeviceSection />
      </div>
    </Section>
  )
}

type ChoiceProps = { kind: NewsKind; way: NewsWay; wanted: boolean; onProblem: (problem: Problem | null) => void }

function Choice({ kind, way, wanted, onProblem }: ChoiceProps) {
  const save = useIdempotentMutation(api.profile.setNews, {
    onDone() {
      onProblem(null)
      toast({ text: memberMessages.profileSaved })
    },
    onProblem,
  })

  async function choose(now: boolean) {
    if (save.pending) return
    show(kind, way, now)
    if ((await save.act({ news: kind, way, wanted: now })) === null) show(kind, way, !now)
  }

  const label = `${newsMessages.kinds[kind]}: ${newsMessages.ways[way]}`
  return <CheckField aria-label={label} checked={wanted} onChange={choose} />
}

function show(kind: NewsKind, way: NewsWay, wanted: boolean) {
  queryClient.setQueryData(
    profileQuery.queryKey,
    (profile) => profile && { ...profile, news: { ...profile.news, [kind]: { ...profile.news[kind], [way]: wanted } } },
  )
}
