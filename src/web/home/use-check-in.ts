import { messages } from '#domain/messages.ts'
import { useAct } from '#web/act.ts'
import { api } from '#web/api.ts'
import { inWordsOf } from '#web/problem.ts'
import { refreshHome, saveHome } from './use-home.ts'

export type CheckIn = ReturnType<typeof useCheckIn>

/** Kept by the page and not by the live panel, so that a refusal stays readable when the panel has gone. */
export function useCheckIn() {
  const act = useAct(api.practices.checkIn, {
    onDone: ({ checkedInAt }, { practiceId }) => {
      navigator.vibrate?.(30)
      saveHome((home) =>
        home.live?.practice.id === practiceId ? { ...home, live: { ...home.live, checkedInAt } } : home,
      )
      void refreshHome()
    },
  })

  async function checkIn(practiceId: string) {
    const output = await act.act({ practiceId })
    // Refused: something has changed meanwhile that this screen does not show yet.
    if (output === null) void refreshHome()
    return output
  }

  return { ...act, checkIn, problem: act.problem && inWordsOf(act.problem, messages.checkInFailed) }
}
