import { useSyncExternalStore } from 'react'

/**
 * Messages about something in the background: saved, sent, changed. At most three, each for 5 seconds (6 with an Undo),
 * paused while pointed at or focused. An error must also show elsewhere.
 */
export type Toast = {
  text: string
  /** `alert` interrupts a screen reader; only for errors. */
  role?: 'status' | 'alert'
  action?: { label: string; onClick: () => void }
  /** Stays until it is dismissed. */
  stays?: true
}
export type ShownToast = Toast & { id: number }

const atMost = 3
let shown: ShownToast[] = []
const none: ShownToast[] = []
const nothingShown = () => none
let lastId = 0
const listeners = new Set<() => void>()

export function toast(message: Toast) {
  lastId += 1
  const all = [...shown, { ...message, id: lastId }]
  // The oldest is dropped; one that stays has not been read yet.
  const tooMany = all.length > atMost ? (all.find(({ stays }) => !stays) ?? all[0]) : undefined
  change(all.filter((each) => each !== tooMany))
  const id = lastId
  return () => dismissToast(id)
}

/** Dismisses all toasts, as on logout. */
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

/** The toasts to show; none in the HTML that the server renders. */
export function useToasts() {
  return useSyncExternalStore(subscribe, () => shown, nothingShown)
}

/** A message for the next page to show (flash message). */
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
