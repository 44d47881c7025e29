import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messages } from '#domain/text/messages.ts'
import { Loading } from '#web/ui/loading.tsx'

/** Leads on to a path that is only known as text, in place of the present entry of the history. */
export function Redirect({ path }: { path: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(path), [history, path])
  return <Loading>{messages.loading}</Loading>
}
