import { useSyncExternalStore } from 'react'

/**
 * Background news: saved, sent, changed. At most three, each for 5 seconds (6 with an Undo), never while it is pointed at
 * or focused. An error never shows only here.
 */
export type Toast = {
  text: string
  /** `alert` interrupts a screen reader; only for what went wrong. */
  role?: 'status' | 'alert'
  action?: { label: string; onClick: () => void }
  /** Until it is dismissed, instead of a few seconds. */
  stays?: true
}
export type ShownToast = Toast & { id: number }

const atMost = 3
let shown: ShownToast[] = []
const none: ShownToast[] = []
const nothingShown = () => none
let lastId = 0
const listeners = new Set<() => void>()

export function toast(news: Toast) {
  lastId += 1
  const all = [...shown, { ...news, id: lastId }]
  // The oldest makes room; one that stays has not been read yet.
  const tooMany = all.length > atMost ? (all.find(({ stays }) => !stays) ?? all[0]) : undefined
  change(all.filter((each) => each !== tooMany))
  const id = lastId
  return () => dismissToast(id)
}

/** Takes all of them away, as on signing out. */
export function clearToasts() {
  change([])
}

export function dismissToast(id: number) {
  change(shown.filter((each) => each.id !== id))
}

function change(next: ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What the region shows now; in the server's HTML, nothing. */
export function useToasts() {
  return useSyncExternalStore(subscribe, () => shown, nothingShown)
}

/** One sentence that the next page says on arrival. */
let waitingMessage: string | null = null

export function leaveFlashMessage(text: string) {
  waitingMessage = text
}

export function readFlashMessage() {
  return waitingMessage
}

export function dropFlashMessage() {
  waitingMessage = null
}
