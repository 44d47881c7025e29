import { takesSpot } from '#domain/rsvp.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { refreshHome, saveHome } from '#web/features/home/use-home.ts'
import { noteCheckInForInstall } from '#web/features/install/install-prompt.tsx'
import { refreshMyPractices } from '#web/features/my-practices/my-practices-query.ts'
import { noteRsvp } from '#web/features/notifications/offer-after-rsvp.tsx'
import { passQuery } from '#web/features/passes/use-pass.ts'
import { savedText } from '#web/features/practices/rsvp-text.ts'
import { saveRsvp } from '#web/features/practices/save-rsvp.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import type { Entry, Kind } from './queue-rules.ts'

type Operations = {
  answer: typeof api.practices.answer
  checkIn: typeof api.practices.checkIn
  usePass: typeof api.passes.use
}
export type Outputs = { [K in Kind]: Awaited<ReturnType<Operations[K]>> }

type ActOf<K extends Kind> = {
  send(entry: Entry<K>): PromiseLike<Outputs[K]>
  /** The server has it: what is shown follows, on whichever page. */
  done(entry: Entry<K>, output: Outputs[K]): void
  /** The news of it, for whoever has gone on meanwhile. */
  inWords(entry: Entry<K>, output: Outputs[K]): string
  /** What is shown may be wrong. */
  refresh(): void
}

const under = ({ key }: Entry) => ({ context: { idempotencyKey: key } })

const answer: ActOf<'answer'> = {
  send: (entry) => api.practices.answer(entry.input, under(entry)),
  done({ input }, counts) {
    saveRsvp(input.practiceId, input.answer, counts)
    if (takesSpot(input.answer)) noteRsvp()
    answer.refresh()
  },
  inWords: ({ input, title }, { myPosition }) => `${title}: ${savedText(input.answer, myPosition)}`,
  refresh() {
    void refreshHome()
    void refreshMyPractices()
  },
}

const checkIn: ActOf<'checkIn'> = {
  send: (entry) => api.practices.checkIn(entry.input, under(entry)),
  done({ input }, { checkedInAt }) {
    navigator.vibrate?.(30)
    saveHome((home) =>
      home.live?.practice.id === input.practiceId ? { ...home, live: { ...home.live, checkedInAt } } : home,
    )
    checkIn.refresh()
    noteCheckInForInstall()
  },
  inWords: () => memberMessages.checkedIn,
  refresh: () => void refreshHome(),
}

const usePass: ActOf<'usePass'> = {
  send: (entry) => api.passes.use(entry.input, under(entry)),
  done(_entry, pass) {
    queryClient.setQueryData(passQuery.queryKey, pass)
    saveHome((home) => ({ ...home, pass }))
    void refreshHome()
  },
  inWords: () => memberMessages.passUsed,
  refresh() {
    void refreshHome()
    void queryClient.invalidateQueries({ queryKey: passQuery.queryKey })
  },
}

export const offlineMutations: Record<Kind, ActOf<Kind>> = { answer, checkIn, usePass }
