type FoundWebKit = {
  driver: string
  /** For WebKitGTK only, which has no window of its own: the browser, a virtual screen, a window manager, and a screenshot tool. */
  browser?: string
  screen?: string
  windowManager?: string
  camera?: string
}

/** Returns the path of a Chromium that starts here. Throws an error that says how to get one. */
export function requireChromium(options?: { withWindow?: boolean }): Promise<string>
export function findChromium(): Promise<string | undefined>
export function findFirefox(): string | undefined
export function findWebKit(): FoundWebKit | undefined
export function missingEngines(): ('webkit' | 'firefox')[]
/** Whether this is Debian or Ubuntu and we may install packages. */
export function canInstall(): boolean
/** Returns an error message, or an empty string. */
export function aptInstall(packages: string[]): Promise<string>
