import { IconDownload } from '@tabler/icons-react'
import { toCsv } from '#domain/export-files.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { CopyText, useCopyText } from '#web/components/copy-text.tsx'
import { downloadFile } from '#web/lib/download-file.ts'
import { ActionButton } from '#web/ui/buttons.tsx'

type CsvRows = (string | number)[][]
export type CsvFile = {
  /** File name without extension. */
  name: string
  head: string[]
  /** A function for a long list, so that it's built on demand. */
  rows: CsvRows | (() => CsvRows)
}

/** @param props `ask`: asks first whether the export is allowed */
type DownloadCsvProps = CsvFile & { ask?: () => Promise<boolean> }

export function downloadCsv({ name, head, rows }: CsvFile) {
  downloadFile(toCsv(head, typeof rows === 'function' ? rows() : rows), 'text/csv;charset=utf-8', `${name}.csv`)
}

/** Downloads the list as CSV, filtered and sorted as on the screen. */
export function DownloadCsv({ ask, ...file }: DownloadCsvProps) {
  return (
    <ActionButton
      icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
      reason={typeof file.rows !== 'function' && file.rows.length === 0 ? '' : null}
      onClick={async () => {
        if (!ask || (await ask())) downloadCsv(file)
      }}
    >
      Export CSV
    </ActionButton>
  )
}

/** Copies emails for the To field of an email, where a menu has the command. */
export function useCopyEmails() {
  const { copy, dialog } = useCopyText({
    title: 'Copy emails',
    field: 'Emails',
    notCopied: officerMessages.emailsNotCopied,
  })
  return { copy: (emails: string[]) => copy(copiedEmails(emails)), dialog }
}

const copiedEmails = (emails: string[]) => ({
  text: emails.join(', '),
  copied: officerMessages.emailsCopied(count(emails.length, 'email')),
})

/**
 * Copies the emails of the listed members, for the To field of an email.
 * @param props `emails`: a function for a long list, so that it's built on demand
 */
export function CopyEmails({ emails }: { emails: string[] | (() => string[]) }) {
  return (
    <CopyText
      label="Copy emails"
      read={() => copiedEmails(typeof emails === 'function' ? emails() : emails)}
      disabled={typeof emails !== 'function' && emails.length === 0}
      title="Copy emails"
      field="Emails"
      notCopied={officerMessages.emailsNotCopied}
    />
  )
}
