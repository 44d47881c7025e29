import { useEffect, useState } from 'react'
import { stillSendingMs } from '#domain/photos.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { inWords } from '#domain/text/messages.ts'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import classes from './photo-editor.module.css'
import type { Upload } from './use-upload.ts'

/** How far the sending is, or why it is not. */
export function UploadNote({ upload }: { upload: Upload }) {
  if (upload.status === 'idle') return null
  if (upload.status === 'failed')
    return (
      <ErrorNote error={{ ...upload.problem, message: upload.problem.fields?.picture ?? upload.problem.message }} />
    )
  if (upload.status === 'waiting')
    return (
      <FormMessage tone="warning" role="status" details={<Countdown untilMs={upload.atMs} />}>
        {upload.problem.message}
      </FormMessage>
    )
  return <Sending share={upload.share} />
}

function Sending({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div className={classes.sending}>
      <div
        className={classes.sending}
        role="progressbar"
        aria-label="Uploading your photo"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <p className={classes.hint}>{percent < 100 ? `Sending… ${percent}%` : 'Almost there…'}</p>
        <ProgressBar done={share} />
      </div>
      <StillSending key={share} />
    </div>
  )
}

/** On a slow line the bar stands for a while, at its end above all: what the phone has taken over counts as sent. */
function StillSending() {
  const [begunAt] = useState(() => Date.now())
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begunAt) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [begunAt])
  const isLong = seconds * 1000 >= stillSendingMs
  return (
    <p className={classes.hint} role="status">
      {isLong && memberMessages.pictureSlow} {isLong && <span aria-hidden>({inWords(seconds)})</span>}
    </p>
  )
}

/** Shown every second, read out once. */
function Countdown({ untilMs }: { untilMs: number }) {
  const [leftMs, setLeftMs] = useState(() => untilMs - Date.now())
  useEffect(() => {
    const look = () => setLeftMs(untilMs - Date.now())
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [untilMs])
  return <span aria-hidden>{memberMessages.pictureAgain(Math.max(1, Math.ceil(leftMs / 1000)))}</span>
}
