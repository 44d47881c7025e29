export const engineNames = ['chromium', 'webkit', 'firefox'] as const
export type EngineName = (typeof engineNames)[number]

export type Point = { x: number; y: number }
/** The named keys that journeys press; everything else is typed. */
export type Key = 'Enter' | 'Escape' | 'Tab'

export type Screen = { width: number; height: number }

/** One person's browser, with only what journeys need. Pointer and keyboard input is real, not simulated. */
export interface Driver {
  engine: EngineName
  /** Errors that its pages reported. */
  complaints: string[]
  /** WebKit opens every tab but the first in the background, where pages load but can't receive pointer input. */
  newTab(): Promise<Tab>
  /** Saves a screenshot as this PNG file. */
  screenshot(file: string): Promise<void>
  close(): Promise<void>
}

/** Actions in a tab leave it shown or hidden as it is. */
export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  url(): Promise<string>
  /** Runs in the page, so the function can't use anything from its scope. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  setCookie(cookie: { name: string; value: string; url: string }): Promise<void>
  clearCookies(url: string): Promise<void>
  /** Presses the pointer at the first point and drags it along the others, if any. */
  press(from: Point, ...further: Point[]): Promise<void>
  type(text: string): Promise<void>
  key(key: Key): Promise<void>
  /** Chooses a file in the page's only file field. */
  chooseFile(file: string): Promise<void>
  /** Simulates switching to another tab or app. */
  hide(): Promise<void>
  show(): Promise<void>
}
