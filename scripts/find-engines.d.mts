type FoundWebKit = {
  driver: string
  /** For WebKitGTK only, which has no window of its own: the browser, a virtual screen, a window manager, and a screenshot tool. */
  browser?: string
  screen?: string
  windowManager?: string
  camera?: string
}

export function missingEngines(): Promise<('webkit' | 'firefox')[]>
export function findFirefox(): Promise<string | undefined>
export function findWebKit(): FoundWebKit | undefined
