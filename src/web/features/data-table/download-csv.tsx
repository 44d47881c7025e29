import { IconDownload } from '@tabler/icons-react'
import { toCsv } from '#domain/csv.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { ActionButton } from '#web/ui/action-button.tsx'

type DownloadCsvProps = {
  /** Of the file, without its ending. */
  name: string
  head: string[]
  /** Of a long list made only once it is asked for. */
  rows: Rows | (() => Rows)
  /** Whether it may leave, where that is a question. */
  ask?: () => Promise<boolean>
}
type Rows = (string | number)[][]

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
