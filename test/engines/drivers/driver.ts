export const engineNames = ['chromium', 'webkit', 'firefox'] as const
export type EngineName = (typeof engineNames)[number]

export type Point = { x: number; y: number }
/** The named keys that journeys press; everything else is typed. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight'

export type Screen = { width: number; height: number }

/** The browser of one person, as little of it as journeys need: the pointer and the keys are real, nothing is simulated. */
export interface Driver {
  engine: EngineName
  /** What its pages reported as errors. */
  complaints: string[]
  /** WebKit opens all but the first in the background, where pages load but the pointer can't reach them. */
  newTab(): Promise<Tab>
  /** Writes what is on the screen into this PNG file. */
  screenshot(file: string): Promise<void>
  close(): Promise<void>
}

/** What is done in a tab leaves it shown or hidden as it is. */
export interface Tab {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  url(): Promise<string>
  /** Runs in the page; the function can use nothing from around it. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  setCookie(cookie: { name: string; value: string; url: string }): Promise<void>
  clearCookies(url: string): Promise<void>
  /** Presses the pointer there, and drags it along the further points if there are any. */
  press(...points: Point[]): Promise<void>
  point(at: Point): Promise<void>
  type(text: string): Promise<void>
  key(key: Key): Promise<void>
  /** Chooses a file at the page's only file field. */
  chooseFile(file: string): Promise<void>
  /** As when a person switches to another tab or app. */
  hide(): Promise<void>
  show(): Promise<void>
  close(): Promise<void>
}
