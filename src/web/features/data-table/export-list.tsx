import { IconDownload } from '@tabler/icons-react'
import { toCsv } from '#domain/export-files.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { CopyText } from '#web/components/copy-text.tsx'
import { api } from '#web/lib/api.ts'
import { downloadFile, fetchFile } from '#web/lib/download-file.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { ActionButton } from '#web/ui/buttons.tsx'

type DownloadCsvProps = {
  /** File name without extension. */
  name: string
  head: string[]
  /** A function for a long list, so that it's built on demand. */
  rows: CsvRows | (() => CsvRows)
  /** Asks first whether the export is allowed. */
  ask?: () => Promise<boolean>
}
type CsvRows = (string | number)[][]

/** Downloads the list as CSV, filtered and sorted as on the screen. */
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
 * Copies the emails of the listed members, for the To field of an email.
 * @param props `emails`: a function for a long list, so that it's built on demand
 */
export function CopyEmails({ emails }: { emails: string[] | (() => string[]) }) {
  return (
    <CopyText
      label="Copy emails"
      read={() => {
        const each = typeof emails === 'function' ? emails() : emails
        return { text: each.join(', '), copied: officerMessages.emailsCopied(count(each.length, 'email')) }
      }}
      disabled={typeof emails !== 'function' && emails.length === 0}
      title="Copy emails"
      field="Emails"
      notCopied={officerMessages.emailsNotCopied}
    />
  )
}

/** Downloads a file of the club, which may require the officer's password; reports an error if it fails. */
export async function downloadExport(address: string) {
  if (!(await mayExport())) return
  try {
    const { content, name } = await fetchFile(address, {})
    downloadFile(content, content.type, name)
  } catch (error) {
    toast({ text: toProblem(error).message, role: 'alert' })
  }
}

/**
 * Checks whether a full export is allowed; the server may require the password. @returns whether it is; reports why not
 */
export async function mayExport() {
  try {
    await api.exportPermission.get()
    return true
  } catch (error) {
    toast({ text: toProblem(error).message, role: 'alert' })
    return false
  }
}
