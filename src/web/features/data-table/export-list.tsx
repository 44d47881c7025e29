import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { toCsv } from '#domain/export-files.ts'
import { count } from '#domain/text/messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { api } from '#web/lib/api.ts'
import { downloadFile, fetchFile } from '#web/lib/download-file.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

type DownloadCsvProps = {
  /** Of the file, without its ending. */
  name: string
  head: string[]
  /** Of a long list made only once it is asked for. */
  rows: CsvRows | (() => CsvRows)
  /** Whether it may leave, where that is a question. */
  ask?: () => Promise<boolean>
}
type CsvRows = (string | number)[][]

/** What is listed, in the order and the selection that is on the screen, for a spreadsheet. */
export function DownloadCsv({ name, head, rows, ask }: DownloadCsvProps) {
  return (
    <ActionButton
      icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
      reason={typeof rows !== 'function' && rows.length === 0 ? '' : null}
      onClick={async () => {
        if (ask && !(await ask())) return
        downloadFile(toCsv(head, typeof rows === 'function' ? rows() : rows), 'text/csv;charset=utf-8', `${name}.csv`)
      }}
    >
      Export CSV
    </ActionButton>
  )
}

/**
 * The addresses of whoever is listed, for the To field of a mail.
 * @param props `emails`: of a long list asked for only when they are wanted
 */
export function CopyEmails({ emails }: { emails: string[] | (() => string[]) }) {
  const [shown, setShown] = useState(false)
  const [all, setAll] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)

  async function copy() {
    const each = typeof emails === 'function' ? emails() : emails
    const all = each.join(', ')
    try {
      await navigator.clipboard.writeText(all)
      toast({ text: officerMessages.emailsCopied(count(each.length, 'email')) })
    } catch {
      // Without https, or without leave: the person can do it.
      setAll(all)
      setShown(true)
    }
  }

  return (
    <>
      <ActionButton
        icon={<IconCopy size={20} stroke={1.75} aria-hidden />}
        reason={typeof emails !== 'function' && emails.length === 0 ? '' : null}
        onClick={copy}
      >
        Copy emails
      </ActionButton>
      <InfoDialog open={shown} onClose={() => setShown(false)} title="Copy emails">
        <p>{officerMessages.emailsNotCopied}</p>
        <TextArea
          ref={field}
          aria-label="Emails"
          readOnly
          rows={6}
          value={all}
          onFocus={(event) => event.currentTarget.select()}
        />
      </InfoDialog>
    </>
  )
}

/** A file of the club's, which its officer may have to enter their password for; why it doesn't come is said. */
export async function downloadExport(address: string) {
  if (!(await mayExport())) return
  try {
    const { content, name } = await fetchFile(address, {})
    downloadFile(content, content.type, name)
  } catch (error) {
    toast({ text: toProblem(error).message, role: 'alert' })
  }
}

/** Before a list of everyone leaves: the server may want the password first. @returns whether it may; why not is said */
export async function mayExport() {
  try {
    await api.exportPermission.get()
    return true
  } catch (error) {
    toast({ text: toProblem(error).message, role: 'alert' })
    return false
  }
}
