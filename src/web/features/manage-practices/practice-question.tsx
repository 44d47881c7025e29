import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { practiceRecordQuery } from './manage-practices-query.ts'

type PracticeQuestionProps = {
  /** What the address asks for. */
  ask: 'limit' | 'deadline'
  title: string
  children: (practice: PracticeRecord['practice'], close: () => void) => ReactNode
}

/** A dialog about one practice, opened by its address, as soon as the practice is known. */
export function PracticeQuestion({ ask, title, children }: PracticeQuestionProps) {
  const { search, close } = useManageDialog()
  const asked = search.ask === ask
  const practiceId = useLast(asked ? search.practice : null) ?? ''
  const record = useQuery({ ...practiceRecordQuery(practiceId), enabled: asked })
  const practice = record.data?.practice
  return (
    <InfoDialog open={asked && practice !== undefined} onClose={close} title={title}>
      {practice && children(practice, close)}
    </InfoDialog>
  )
}
