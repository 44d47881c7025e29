import { useEffect } from 'react'

/**
 * Which control a person used last. Safari does not focus a button or link that is clicked or tapped, so there
 * `document.activeElement` is the body or a focusable element around it, and says nothing about what was pressed.
 */
let lastControl: Element | null = null
let byPointer = false

/** Tracks the last control as long as the page lives. Not part of the login pages, which have to stay small. */
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
  // Enter in a field clicks the form's button, but the field keeps the focus.
  if (detail === 0 && focused?.matches('input, select, textarea')) return
  if (target instanceof Element)
    lastControl = target.closest('button, a, summary, input, select, textarea, label, [tabindex]')
}

/** The control that gets the focus back when a dialog that opens now is closed. */
export function controlInUse() {
  return lastControl?.isConnected ? lastControl : document.activeElement
}

/** Whether the last used control has been removed from the page. */
function isControlGone() {
  return lastControl !== null && !lastControl.isConnected
}

/** Whether no control has the focus. Safari gives it to `<main>` when something inside is pressed. */
export function isFocusFree() {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches('main')
}

/**
 * Focuses a control programmatically. After a press it gets no focus ring, which Safari would draw.
 * @returns whether it now has the focus: elements that are gone, hidden or disabled, and the body, don't take it
 */
export function giveFocus(element: Element | null, options?: FocusOptions) {
  if (!(element instanceof HTMLElement) || element.matches('body, main')) return false
  element.focus({ ...options, ...(byPointer && { focusVisible: false }) })
  return document.activeElement === element
}

/** The heading of the open dialog, or of the page: it takes the focus when there is nothing better. */
export function headingInFront() {
  return document.querySelector<HTMLElement>('dialog[open] > h2') ?? document.querySelector<HTMLElement>('main h1')
}

/**
 * A control may disappear along with its practice, also because of someone else. If it was in use, the heading of the
 * open dialog or of the page takes the focus, so that the keyboard and the screen reader don't start over at the top of the document.
 */
export function useKeptFocus() {
  // After every render: any of them may have removed it.
  useEffect(() => {
    if (!isControlGone() || !isFocusFree()) return
    headingInFront()?.focus({ preventScroll: true })
  })
}
