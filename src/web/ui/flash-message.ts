/** One sentence that the next page says on arrival. */
let waiting: string | null = null

export function leaveFlashMessage(text: string) {
  waiting = text
}

export function readFlashMessage() {
  return waiting
}

export function dropFlashMessage() {
  waiting = null
}
