import { IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, useRef, useState } from 'react'
import {
  clubFileEndings,
  clubFileNameOf,
  clubFileOfUrl,
  fileNameInUrl,
  largestClubFileBytes,
  largestLogoBytes,
} from '#domain/settings/club-file.ts'
import { clubFileRefusals, logoRefusals } from '#domain/text/club-file-messages.ts'
import { settingMessages as text } from '#domain/text/setting-messages.ts'
import { api } from '#web/lib/api.ts'
import { inBase64 } from '#web/lib/base64.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import classes from './setting-form.module.css'

export type FileUse = 'logo' | 'pdf' | 'document'

const accepted: Record<FileUse, string> = {
  logo: 'image/png,image/jpeg,image/webp',
  pdf: '.pdf,application/pdf',
  document: clubFileEndings.map((ending) => `.${ending}`).join(),
}

type FileFieldProps = {
  id?: string | undefined
  use: FileUse
  /** For the accessible names of the buttons, if there are several such fields. */
  what?: string
  /** The URL of the chosen file, an empty text, or the address of a page in place of a document. */
  url: string
  error: string | undefined
  onChange: (url: string, fileName: string) => void
}

/** Uploads a file, and shows which one it is. */
export function FileField({ id, use, what, url, error, onChange }: FileFieldProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [name, setName] = useState('')
  const latest = useLatest(onChange)
  const upload = useIdempotentMutation(api.clubFiles.upload, {
    // Not the one of the render that began it: other fields may have been typed into since.
    onDone: ({ url: stored }, { name: fileName }) => latest()(stored, fileName),
  })

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // So that the same file can be chosen again.
    currentTarget.value = ''
    if (!file) return
    setName(file.name)
    upload.clear()
    setRefused(tooLarge(use, file.size))
    if (tooLarge(use, file.size) !== null) return
    const content = await inBase64(file).catch(() => null)
    if (content === null) return setRefused(text.fileUnread)
    await upload.act({ use: use === 'logo' ? 'logo' : 'document', name: file.name, content })
  }

  const { problem } = upload
  const wrong = refused ?? problem?.fields?.content ?? error
  const isFile = clubFileOfUrl(url) !== null
  const shown = !isFile ? null : use === 'logo' ? text.logoChosen : clubFileNameOf(url)
  return (
    <div className={classes.file} data-uploading={upload.pending || undefined}>
      {(use !== 'document' || isFile) && (
        <p role="status">{upload.pending ? text.uploading(name) : (shown ?? text.noFile)}</p>
      )}
      <div className={classes.fileActions}>
        <input ref={chooser} type="file" accept={accepted[use]} hidden onChange={choose} />
        <ActionButton
          sends
          {...(id && { id })}
          {...(what !== undefined && { label: text.uploadFor(what) })}
          ref={chooseButton}
          icon={<IconUpload size={20} stroke={1.75} aria-hidden />}
          pending={upload.pending}
          onClick={() => chooser.current?.click()}
        >
          {text.choose[use]}
        </ActionButton>
        {isFile && (
          <ActionButton
            tone="quiet"
            {...(what !== undefined && { label: text.removeFileOf(what) })}
            onClick={() => {
              onChange('', '')
              chooseButton.current?.focus()
            }}
          >
            {text.removeFile}
          </ActionButton>
        )}
      </div>
      {wrong && <FormMessage tone="error">{wrong}</FormMessage>}
      {problem && problem.kind !== 'field' && (
        <ErrorNote error={problem} onRetry={upload.retry} pending={upload.pending} />
      )}
    </div>
  )
}

/** Before it is sent over a slow connection. */
function tooLarge(use: FileUse, bytes: number) {
  if (use === 'logo') return bytes > largestLogoBytes ? logoRefusals['too-large'] : null
  return bytes > largestClubFileBytes ? clubFileRefusals['too-large'] : null
}

/** What a document of this file is likely called: its name without ending, with spaces. */
export function titleOfFile(fileName: string) {
  return fileName.replace(/\.\w{1,10}$/, '').replace(/[-_]+/g, ' ')
}

/** The ending of a file as its kind, like `PDF`. */
export function kindOfFile(fileName: string) {
  return /\.(\w{1,10})$/.exec(fileNameInUrl(fileName))?.[1]?.toUpperCase() ?? ''
}
