import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'

export function ReminderSkeleton() {
  return (
    <Skeletons label="Loading who hasn’t replied">
      <SkeletonCard height={8} />
    </Skeletons>
  )
}
