import { useSyncExternalStore } from 'react'

let stack: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Makes this the front dialog. @returns a function that removes it */
export function bringToFront(dialog: HTMLDialogElement) {
  change([...stack, dialog])
  return () => change(stack.filter((each) => each !== dialog))
}

function change(next: HTMLDialogElement[]) {
  stack = next
  for (const listener of listeners) listener()
}

/**
 * The dialog in front, or null. Everything outside it is inert, so content that must be reachable has to be rendered
 * into it.
 */
export function useFrontDialog() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => stack.at(-1) ?? null,
    () => null,
  )
}
