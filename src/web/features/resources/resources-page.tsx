import { IconChartBar, IconDownload, IconFiles, IconHistory, IconShoppingCart } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { tabNames, tabs } from '#web/addresses/resources-search.ts'
import { StoreSection } from '#web/features/store-orders/store-section.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page } from '#web/ui/page.tsx'
import { AttendanceSection } from './attendance-section.tsx'
import { AuditSection } from './audit-section.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { ExportsSection } from './exports-section.tsx'
import classes from './resources-page.module.css'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
const icons = {
  documents: <IconFiles {...icon} />,
  attendance: <IconChartBar {...icon} />,
  exports: <IconDownload {...icon} />,
  store: <IconShoppingCart {...icon} />,
  audit: <IconHistory {...icon} />,
}

/** Officers' resources apart from members and practices; each section has its own URL. */
export function ResourcesPage() {
  useKeptFocus()
  const { tab = 'documents' } = useSearch({ from: '/resources' })
  return (
    <Page title="Resources">
      <nav aria-label="Sections" className={classes.tabs}>
        {tabs.map((name) => (
          <Link
            key={name}
            to="/resources"
            search={name === 'documents' ? {} : { tab: name }}
            className={classes.tab}
            // Without `exact`, the router marks the first tab as active in every section, because its search is a
            // subset of the others'.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={name === tab ? 'page' : undefined}
            resetScroll={false}
          >
            {icons[name]}
            {tabNames[name]}
          </Link>
        ))}
      </nav>
      {tab === 'documents' && <DocumentsSection />}
      {tab === 'attendance' && <AttendanceSection />}
      {tab === 'store' && <StoreSection />}
      {tab === 'exports' && <ExportsSection />}
      {tab === 'audit' && <AuditSection />}
    </Page>
  )
}
