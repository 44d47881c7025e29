/** The program file of a Chromium that starts here. Throws the sentence on how to get one when there is none. */
export function requireBrowser(): Promise<string>
/** The same, but one as people have it where there is one, rather than the headless shell. */
export function requireWholeBrowser(): Promise<string>
export function findBrowser(): Promise<string | undefined>
