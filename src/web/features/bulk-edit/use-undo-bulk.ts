import { bulkMessages } from '#domain/text/bulk-edit-messages.ts'
import { refreshMembers } from '#web/features/members/members-query.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { toast } from '#web/ui/toast.ts'

/** Straight from the news that it was done; whoever can't be undone for stands in the list of bulk edits. */
export function useUndoBulk() {
  return useIdempotentMutation(api.bulkEdit.undo, {
    onDone: async ({ people, left }) => {
      await refreshMembers()
      toast({ text: left.length === 0 ? bulkMessages.undone(people) : bulkMessages.undoneInPart(people, left.length) })
    },
    onProblem: ({ message }) => {
      void refreshMembers()
      toast({ text: message, role: 'alert', stays: true })
    },
  })
}
