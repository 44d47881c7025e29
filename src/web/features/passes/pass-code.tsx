import { useQuery } from '@tanstack/react-query'
import { passCodeMessages as text } from '#domain/text/scan-messages.ts'
import { useNeedsConnection } from '#web/components/connection-notes.tsx'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import classes from './pass-code.module.css'
import { passCodeQuery } from './pass-code-query.ts'

/** The QR code that officers scan at the range. */
export function PassCode() {
  const { data, error, refetch, isFetching } = useQuery(passCodeQuery)
  const renew = useIdempotentMutation(api.passCode.renew, {
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: passCodeQuery.queryKey })
      toast({ text: text.renewed })
    },
  })
  const needsConnection = useNeedsConnection()
  const code = data?.code ?? null
  if (code === null && !error) return null
  return (
    <Card className={classes.card}>
      <h2>{text.title}</h2>
      {code === null ? (
        <ErrorNote error={toProblem(error)} onRetry={refetch} pending={isFetching} />
      ) : (
        <>
          <div className={classes.code}>
            <QrCode text={code} label={text.label} />
          </div>
          <p className={classes.meaning}>{text.meaning}</p>
          <ActionButton tone="quiet" pending={renew.pending} reason={needsConnection} onClick={() => renew.act({})}>
            {text.renew}
          </ActionButton>
          <ErrorNote error={renew.problem} onRetry={renew.retry} pending={renew.pending} />
        </>
      )}
    </Card>
  )
}
