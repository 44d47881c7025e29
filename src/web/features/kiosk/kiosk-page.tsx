import { IconCloudOff, IconDoorExit } from '@tabler/icons-react'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { kioskMessages as text } from '#domain/text/kiosk-messages.ts'
import { SessionPending } from '#web/components/page-placeholders.tsx'
import { useWakeLock } from '#web/features/passes/use-wake-lock.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useDocumentTitle } from '#web/ui/page.tsx'
import classes from './kiosk-page.module.css'
import { KioskSteps, useFocus } from './kiosk-steps.tsx'

/** How often the tablet asks whether it still is a kiosk: the practice may end, and its officer may lose the role. */
const lookEveryMs = 10_000
/** More often while there is no connection, to go on soon. */
const lookAgainMs = 3000

/** Fills the screen of a tablet at the door. Nothing that it shows stays on the device. */
export function KioskPage() {
  const session = useSession()
  useDocumentTitle(text.welcome)
  if (session.status === 'loading') return <SessionPending session={session} />
  return (
    <div className={classes.kiosk}>
      {session.status === 'failed' ? (
        <NoConnection retry={session.retry} />
      ) : session.person === null ? (
        <QueryClientProvider client={queryClient}>
          <Kiosk club={session.club.name} />
        </QueryClientProvider>
      ) : (
        <Notice title={text.notKiosk} icon={null}>
          <p>{text.howTo}</p>
          <a href="/home">{text.toHome}</a>
        </Notice>
      )}
    </div>
  )
}

function Kiosk({ club }: { club: string }) {
  const query = useQuery({
    gcTime: 0,
    staleTime: 0,
    queryKey: ['kiosk'],
    queryFn: ({ signal }) => api.kiosk.get(undefined, { signal }),
    refetchInterval: ({ state }) => (state.status === 'error' ? lookAgainMs : lookEveryMs),
    refetchIntervalInBackground: true,
  })
  useWakeLock(query.isSuccess)
  const refetch = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    window.addEventListener('online', refetch)
    window.addEventListener('offline', refetch)
    return () => {
      window.removeEventListener('online', refetch)
      window.removeEventListener('offline', refetch)
    }
  }, [])
  if (query.isPending)
    return (
      <p role="status" className={classes.notice}>
        {text.loading}
      </p>
    )
  const problem = query.error && toProblem(query.error)
  if (problem?.kind === 'signed-out')
    return (
      <Notice title={text.over} icon={<IconDoorExit size={56} stroke={1.5} aria-hidden />}>
        <p>{text.overWhy}</p>
        <a href="/login">{text.logIn}</a>
      </Notice>
    )
  if (problem) return <NoConnection />
  return <KioskSteps club={club} practice={query.data?.title ?? ''} onTrouble={query.refetch} />
}

/** Or the server doesn't answer, also after a reload. */
function NoConnection({ retry }: { retry?: () => unknown }) {
  const again = useEffectEvent(() => void retry?.())
  useEffect(() => {
    const timer = setInterval(again, lookAgainMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Notice title={text.noConnection} icon={<IconCloudOff size={56} stroke={1.5} aria-hidden />}>
      <p role="status">{text.waiting}</p>
    </Notice>
  )
}

/** What the tablet says instead of the steps. */
function Notice({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  const heading = useFocus<HTMLHeadingElement>()
  return (
    <main id="main" tabIndex={-1} className={classes.notice}>
      {icon}
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      {children}
    </main>
  )
}
