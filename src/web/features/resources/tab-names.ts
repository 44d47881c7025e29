import type { Tab } from './resources-search.ts'

export const tabNames: Record<Tab, string> = {
  documents: 'Documents',
  attendance: 'Attendance',
  store: 'Store',
  exports: 'Exports',
  audit: 'Audit',
}
