type FoundWebKit = {
  driver: string
  /** Of WebKitGTK, which has no window of its own: the browser, a screen and a window manager, and what takes its picture. */
  browser?: string
  screen?: string
  windowManager?: string
  camera?: string
}

export function missingEngines(): Promise<('webkit' | 'firefox')[]>
export function findFirefox(): Promise<string | undefined>
export function findWebKit(): FoundWebKit | undefined
