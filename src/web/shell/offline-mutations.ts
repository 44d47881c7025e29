import { inLine } from '#domain/isolated-text.ts'
import { takesSpot } from '#domain/rsvp.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { noteCheckInForInstall } from '#web/features/install/install-prompt.tsx'
import { noteRsvp } from '#web/features/notifications/offer-after-rsvp.tsx'
import { passQuery } from '#web/features/passes/use-pass.ts'
import { savedText, saveRsvp } from '#web/features/practices/rsvp-changes.ts'
import { api } from '#web/lib/api.ts'
import type { Entry, OfflineMutation, OfflineMutations } from '#web/lib/offline-queue/queue-rules.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { refreshHome, saveHome } from '#web/queries/home.ts'
import { refreshMyPractices } from '#web/queries/my-practices.ts'

const under = ({ key }: Entry) => ({ context: { idempotencyKey: key } })

const answer: OfflineMutation<'answer'> = {
  send: (entry) => api.practices.answer(entry.input, under(entry)),
  done({ input }, counts) {
    saveRsvp(input.practiceId, input.answer, counts)
    if (takesSpot(input.answer)) noteRsvp()
    answer.refresh()
  },
  inWords: ({ input, title }, { myPosition }) => inLine`${title}: ${savedText(input.answer, myPosition)}`,
  refresh() {
    void refreshHome()
    void refreshMyPractices()
  },
}

const checkIn: OfflineMutation<'checkIn'> = {
  send: (entry) => api.practices.checkIn(entry.input, under(entry)),
  done({ input }, { checkedInAt, dayPassesLeft }) {
    navigator.vibrate?.(30)
    if (dayPassesLeft !== undefined) refreshPass()
    saveHome((home) =>
      home.live?.practice.id === input.practiceId ? { ...home, live: { ...home.live, checkedInAt } } : home,
    )
    checkIn.refresh()
    noteCheckInForInstall()
  },
  inWords: (_entry, { dayPassesLeft, lateCode }) =>
    lateCode
      ? memberMessages.checkedInLate
      : dayPassesLeft === undefined
        ? memberMessages.checkedIn
        : memberMessages.checkedInWithPass(dayPassesLeft),
  refresh: () => void refreshHome(),
}

const usePass: OfflineMutation<'usePass'> = {
  send: (entry) => api.passes.use(entry.input, under(entry)),
  done(_entry, pass) {
    queryClient.setQueryData(passQuery.queryKey, pass)
    saveHome((home) => ({ ...home, pass }))
    void refreshHome()
  },
  inWords: () => memberMessages.passUsed,
  refresh() {
    void refreshHome()
    refreshPass()
  },
}

const scan: OfflineMutation<'scan'> = {
  send: (entry) => api.scans.add(entry.input, under(entry)),
  done: () => scan.refresh(),
  inWords: ({ title }, { outcome }) => memberMessages.scanSent(title, outcome),
  refresh() {
    void refreshHome()
    void queryClient.invalidateQueries({ queryKey: ['scan-list'] })
  },
}

function refreshPass() {
  void queryClient.invalidateQueries({ queryKey: passQuery.queryKey })
}

/** The mutations that the offline queue can send later. */
export const offlineMutations: OfflineMutations = { answer, checkIn, usePass, scan }
