import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type CsvFile, downloadCsv, useCopyEmails } from '#web/features/data-table/export-list.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import classes from './people.module.css'
import { PrintList, type PrintListProps } from './print-list.tsx'

/** The line above a list: what is in it, and the menu that exports it. */
export function ListHead({ children, menu }: { children: ReactNode; menu: ReactNode }) {
  return (
    <div className={classes.head}>
      <p className={classes.about}>{children}</p>
      {menu}
    </div>
  )
}

type ListMenuProps = { emails: string[]; file: CsvFile; paper: PrintListProps }

/** Copies the emails of a list, exports it, or prints it. */
export function ListMenu({ emails, file, paper }: ListMenuProps) {
  const copy = useCopyEmails()
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <>
      <MoreMenu
        label="Export"
        icon={<IconDownload {...icon} />}
        items={[
          ...(emails.length > 0
            ? [{ label: 'Copy emails', icon: <IconCopy {...icon} />, onClick: () => copy.copy(emails) }]
            : []),
          { label: 'Export CSV', icon: <IconDownload {...icon} />, onClick: () => downloadCsv(file) },
          ...(paper.rows.length > 0
            ? [{ label: 'Print', icon: <IconPrinter {...icon} />, onClick: () => window.print() }]
            : []),
        ]}
      />
      {copy.dialog}
      {paper.rows.length > 0 && <PrintList {...paper} />}
    </>
  )
}
