/** One sentence that the next page says on arrival. */
let waiting: string | null = null

export function leaveFlash(text: string) {
  waiting = text
}

export function readFlash() {
  return waiting
}

export function dropFlash() {
  waiting = null
}
