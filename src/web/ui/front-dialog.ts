import { useSyncExternalStore } from 'react'

let stack: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** A dialog stands in front from now on. @returns takes it away */
export function bringToFront(dialog: HTMLDialogElement) {
  change([...stack, dialog])
  return () => change(stack.filter((each) => each !== dialog))
}

function change(next: HTMLDialogElement[]) {
  stack = next
  for (const listener of listeners) listener()
}

/** The dialog in front, or null: all outside of it is inert, so that what must be reached has to stand in it. */
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
