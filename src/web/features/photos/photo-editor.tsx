import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { defaultPicture, stillSendingMs } from '#domain/photos.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { inWords } from '#domain/text/public-messages.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { savePictureUrl } from '#web/lib/use-session.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { ProgressBar } from '#web/ui/bars.tsx'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { CropArea, type CropPart, cropImage, isShowable } from './crop-area.tsx'
import classes from './photo-editor.module.css'
import { type Upload, useUpload } from './use-upload.ts'

type PhotoEditorProps = {
  /** Label of the main button while cropping: `Next`, `Save photo`. */
  saveLabel: string
  /** Called after the upload. */
  onSaved?: (pictureUrl: string) => unknown
  /** Next step, if any: the main button while there is nothing to save, and a way to skip when the upload fails. */
  onward?: { label: string; go: () => unknown }
  /** A small picture with the buttons beside it, instead of a large one with the buttons below. */
  beside?: boolean
}

/**
 * The member's own picture: view, choose, crop, upload and remove.
 *
 * @example <PhotoEditor saveLabel="Save photo" onSaved={() => toast({ text: 'Your photo is saved.' })} />
 */
export function PhotoEditor({ saveLabel, onSaved, onward, beside }: PhotoEditorProps) {
  const { pictureUrl } = useSignedInMember()
  const photo = usePhoto()
  const [part, setPart] = useState<CropPart | null>(null)
  const { upload, send, tryNow, stop } = useUpload(async (saved) => {
    savePictureUrl(saved)
    photo.drop()
    await onSaved?.(saved)
  })
  const remove = useIdempotentMutation(api.profile.removePicture, {
    onDone: (answer) => savePictureUrl(answer.pictureUrl),
  })
  const chooser = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const busy = upload.status === 'sending' || upload.status === 'waiting'
  const own = pictureUrl !== defaultPicture

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (upload.status === 'waiting') return tryNow()
    if (photo.url === null) return onward?.go()
    if (part === null || busy) return
    try {
      void send(await cropImage(photo.url, part))
    } catch {
      photo.fail()
    }
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? []
    // So the same file can be chosen again.
    event.currentTarget.value = ''
    if (!file) return
    stop()
    remove.clear()
    setPart(null)
    void photo.choose(file)
  }

  function drop() {
    stop()
    photo.drop()
    // Without a photo it may be another button.
    requestAnimationFrame(() => chooseButton.current?.focus())
  }

  // The way on is quiet while there is no photo yet: choosing one is what this step is for.
  const isFirst = onward !== undefined && photo.url === null && !own
  const choosePhoto = (
    <ActionButton
      ref={chooseButton}
      icon={<IconPhoto size={20} stroke={1.75} aria-hidden />}
      {...(isFirst && { tone: 'gold', size: 'lg', fullWidth: true })}
      onClick={() => chooser.current?.click()}
    >
      {photo.url !== null || own ? 'Change photo' : 'Choose a photo'}
    </ActionButton>
  )

  return (
    <form
      className={classes.editor}
      data-beside={(beside && photo.url === null) || undefined}
      onSubmit={submit}
      noValidate
    >
      {photo.url === null ? (
        <img
          className={classes.picture}
          src={pictureUrl}
          alt={own ? 'Your photo' : 'Default photo'}
          width={beside ? 96 : 200}
          height={beside ? 96 : 200}
        />
      ) : (
        <CropArea key={photo.url} url={photo.url} onPart={setPart} disabled={busy} />
      )}
      <input ref={chooser} type="file" accept="image/*" hidden onChange={choose} />
      <div className={classes.choices}>
        {!isFirst && choosePhoto}
        {photo.url !== null && (
          <ActionButton tone="quiet" onClick={drop}>
            Cancel
          </ActionButton>
        )}
        {photo.url === null && own && (
          <ActionButton
            tone="quiet"
            icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
            pending={remove.pending}
            onClick={async () => {
              if (await remove.act({})) chooseButton.current?.focus()
            }}
          >
            Remove photo
          </ActionButton>
        )}
      </div>
      {photo.unreadable && <FormMessage tone="error">{memberMessages.pictureUnreadable}</FormMessage>}
      <ErrorNote error={remove.problem} />
      {(photo.url !== null || onward) && (
        <ActionBar width="30rem" inlineWhenWide>
          <div className={classes.actions}>
            <UploadNote upload={upload} />
            {isFirst && choosePhoto}
            <div className={classes.choice}>
              <ActionButton
                type="submit"
                tone={isFirst ? 'quiet' : 'gold'}
                size={isFirst ? 'md' : 'lg'}
                pending={upload.status === 'sending' || (photo.url !== null && part === null)}
              >
                {photo.url === null ? onward?.label : (labels[upload.status] ?? saveLabel)}
              </ActionButton>
              {onward && upload.status !== 'idle' && (
                <After key={upload.status} ms={upload.status === 'sending' ? stillSendingMs : 0}>
                  <ActionButton
                    tone="quiet"
                    onClick={() => {
                      stop()
                      return onward.go()
                    }}
                  >
                    Skip for now
                  </ActionButton>
                </After>
              )}
            </div>
          </div>
        </ActionBar>
      )}
    </form>
  )
}

/** Renders its children after a delay, for controls that are only needed when something takes long. */
function After({ ms, children }: { ms: number; children: ReactNode }) {
  const [due, setDue] = useState(ms === 0)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return due && children
}

const labels: Partial<Record<string, string>> = { waiting: 'Try now', failed: 'Try again' }

/** The chosen file as an object URL. */
function usePhoto() {
  const [url, setUrl] = useState<string | null>(null)
  const [unreadable, setUnreadable] = useState(false)
  const shown = useRef<string | null>(null)
  const asked = useRef(0)

  useEffect(
    () => () => {
      if (shown.current !== null) URL.revokeObjectURL(shown.current)
    },
    [],
  )

  function show(next: string | null) {
    if (shown.current !== null) URL.revokeObjectURL(shown.current)
    shown.current = next
    setUrl(next)
  }

  return {
    url,
    unreadable,
    async choose(file: File) {
      asked.current += 1
      const mine = asked.current
      const showable = await isShowable(file)
      if (mine !== asked.current) return
      setUnreadable(!showable)
      if (showable) show(URL.createObjectURL(file))
    },
    drop() {
      asked.current += 1
      setUnreadable(false)
      show(null)
    },
    fail() {
      setUnreadable(true)
      show(null)
    },
  }
}

/** Progress of the upload, or its error. */
function UploadNote({ upload }: { upload: Upload }) {
  if (upload.status === 'idle') return null
  if (upload.status === 'failed')
    return (
      <ErrorNote error={{ ...upload.problem, message: upload.problem.fields?.picture ?? upload.problem.message }} />
    )
  if (upload.status === 'waiting')
    return (
      <FormMessage tone="warning" role="status">
        {upload.problem.kind === 'offline' ? memberMessages.pictureOffline : memberMessages.pictureTrouble}{' '}
        <Countdown untilMs={upload.atMs} />
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

/**
 * On a slow connection the bar stops for a while, mostly at its end: data in the phone's send buffer counts as sent.
 */
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

/** Updated every second; screen readers hear once that it goes on. */
function Countdown({ untilMs }: { untilMs: number }) {
  const [leftMs, setLeftMs] = useState(() => untilMs - Date.now())
  useEffect(() => {
    const look = () => setLeftMs(untilMs - Date.now())
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [untilMs])
  return (
    <>
      <span aria-hidden>{memberMessages.pictureAgain(Math.max(1, Math.ceil(leftMs / 1000)))}</span>
      <ReadOut>{memberMessages.pictureTrying}</ReadOut>
    </>
  )
}
