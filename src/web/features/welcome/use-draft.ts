import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ProfileDraft } from '#domain/profile.ts'
import { api } from '#web/lib/api.ts'
import { keepTyped, readPersonal, writePersonal } from '#web/lib/personal-storage.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { isRetryable, type Problem, reportProblem, toProblem } from '#web/lib/request.ts'
import { newIdempotencyKey } from '#web/lib/use-idempotent-mutation.ts'
import { recheckSession } from '#web/lib/use-session.ts'

/**
 * The wizard's draft. The server stores it, so another device can continue; until the server has confirmed it, the
 * device stores it, too, so that a dead spot or a closed tab loses nothing. After the session ends, it stays in the
 * page's memory.
 */

const storageName = 'wizard-draft'
const saveAfterMs = 800
const tryAgainMs = 8000

export type SaveState = 'saved' | 'saving' | { unsent: Problem['kind'] }

export function useDraft(userId: string, serverDraft: ProfileDraft) {
  const [unsent, setUnsent] = useState<ProfileDraft>(() => readPersonal<ProfileDraft>(userId, storageName) ?? {})
  const [draft, setDraft] = useState<ProfileDraft>(() => ({ ...serverDraft, ...unsent }))
  const [saveState, setSaveState] = useState<SaveState>('saved')
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const saver = useRef({ unsent, busy: false, stopped: false })

  function remember(fields: ProfileDraft) {
    saver.current.unsent = fields
    setUnsent(fields)
    writePersonal(userId, storageName, Object.keys(fields).length === 0 ? null : fields)
  }

  function update(fields: ProfileDraft) {
    setDraft((before) => ({ ...before, ...fields }))
    remember({ ...saver.current.unsent, ...fields })
    saveSoon(saveAfterMs)
  }

  function saveSoon(inMs: number) {
    clearTimeout(waiting.current)
    if (saver.current.stopped) return
    waiting.current = setTimeout(() => void save(), inMs)
  }

  /** Sends unsaved fields; one request at a time, the newest values last. */
  async function save() {
    clearTimeout(waiting.current)
    const state = saver.current
    const sending = state.unsent
    if (state.busy || state.stopped || Object.keys(sending).length === 0) return
    state.busy = true
    setSaveState('saving')
    try {
      await api.welcome.saveDraft(sending, { context: { idempotencyKey: newIdempotencyKey() } })
      queryClient.setQueryData(welcomeQuery.queryKey, (answer) =>
        answer ? { ...answer, draft: { ...answer.draft, ...sending } } : answer,
      )
      remember(without(state.unsent, sending))
      setSaveState('saved')
      if (Object.keys(state.unsent).length > 0) saveSoon(0)
    } catch (error) {
      const problem = toProblem(error)
      reportProblem(problem)
      // Finished on another device or tab: the session check redirects.
      if (problem.reason === 'already-finished') void recheckSession().catch(() => {})
      setSaveState({ unsent: problem.kind })
      // A change that a rule refused would be refused again; the next edit retries anyway.
      if (isRetryable(problem) || problem.kind === 'too-many-tries') saveSoon(tryAgainMs)
    } finally {
      state.busy = false
    }
  }

  const saveNow = useRef(save)
  useEffect(() => {
    saveNow.current = save
  })
  useEffect(() => {
    const state = saver.current
    state.stopped = false
    const now = () => void saveNow.current()
    const onHide = () => document.visibilityState === 'hidden' && now()
    if (Object.keys(state.unsent).length > 0) now()
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', onHide)
      // Ignore pending responses, too: the next user's session must not send this user's draft.
      state.stopped = true
      clearTimeout(waiting.current)
      keepTyped(userId, storageName, state.unsent)
    }
  }, [userId])

  /** After Finish nothing more is sent or stored. */
  function done() {
    saver.current.stopped = true
    clearTimeout(waiting.current)
    remember({})
  }

  return { draft, update, saveNow: () => void save(), saveState, done }
}

/** Fields changed since the request was sent, which are still to be sent. */
function without(unsent: ProfileDraft, sent: ProfileDraft): ProfileDraft {
  return Object.fromEntries(
    Object.entries(unsent).filter(([name, value]) => sent[name as keyof ProfileDraft] !== value),
  )
}

/** Loaded once: from then on the wizard's own state is newer. */
export const welcomeQuery = queryOptions({
  queryKey: ['welcome'],
  queryFn: ({ signal }) => api.welcome.get(undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
