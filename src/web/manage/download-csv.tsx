import { IconDownload } from '@tabler/icons-react'
import { toCsv } from '#domain/csv.ts'
import { keepFile } from '#web/keep-file.ts'
import { ActionButton } from '#web/ui/action-button.tsx'

type DownloadCsvProps = {
  /** Of the file, without its ending. */
  name: string
  head: string[]
  rows: (string | number)[][]
}

/** What is listed, in the order and the selection that is on the screen, for a spreadsheet. */
export function DownloadCsv({ name, head, rows }: DownloadCsvProps) {
  return (
    <ActionButton
      icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
      reason={rows.length === 0 ? '' : null}
      onClick={() => keepFile(toCsv(head, rows), 'text/csv;charset=utf-8', `${name}.csv`)}
    >
      Export CSV
    </ActionButton>
  )
}
