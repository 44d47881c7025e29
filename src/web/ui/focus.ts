import { useEffect } from 'react'

/**
 * Which control a person used last. Safari does not focus a button or link that is clicked or tapped, so there
 * `document.activeElement` is the body or a focusable element around it, and says nothing about what was pressed.
 */
let lastControl: Element | null = null
let byPointer = false

/** From now on, for as long as the page lives. Not part of the log-in pages, which have to stay small. */
export function followControls() {
  document.addEventListener('focusin', noteFocus)
  document.addEventListener('pointerdown', forget, true)
  document.addEventListener('keydown', noteKey, true)
  // Before the page's own handlers, which may open a dialog.
  document.addEventListener('click', notePress, true)
}

function noteFocus({ target }: FocusEvent) {
  lastControl = target instanceof Element ? target : null
}

function forget() {
  lastControl = null
  byPointer = true
}

function noteKey() {
  byPointer = false
}

function notePress({ target, detail }: MouseEvent) {
  const focused = document.activeElement
  // Enter in a field presses the form's button, and the field keeps the focus.
  if (detail === 0 && focused?.matches('input, select, textarea')) return
  if (target instanceof Element)
    lastControl = target.closest('button, a, summary, input, select, textarea, label, [tabindex]')
}

/** What the focus goes back to when a dialog that opens now is closed. */
export function controlInUse() {
  return lastControl?.isConnected ? lastControl : document.activeElement
}

/** The control that was used last has been taken off the page. */
function isControlGone() {
  return lastControl !== null && !lastControl.isConnected
}

/** Nothing that a person could have focused has the focus. Safari gives it to `<main>` when something inside is pressed. */
export function isFocusFree() {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches('main')
}

/**
 * Focuses a control that did not ask for it. After a press it gets no ring, which Safari would draw around it.
 * @returns whether it has the focus: what is gone, hidden or disabled does not take it, and the body has no use for it
 */
export function giveFocus(element: Element | null, options?: FocusOptions) {
  if (!(element instanceof HTMLElement) || element.matches('body, main')) return false
  element.focus({ ...options, ...(byPointer && { focusVisible: false }) })
  return document.activeElement === element
}

/**
 * A control may go with the practice that it was about, also when someone else acts. If it was the one in use, the page's
 * heading takes the focus, so that the keyboard and the screen reader go on from there and not from the top of the document.
 */
export function useKeptFocus() {
  // After every rendering: any of them may have taken it away.
  useEffect(() => {
    if (isControlGone() && isFocusFree()) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
}
