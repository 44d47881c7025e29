/** The program file of a Chromium that starts here. Throws the sentence on how to get one when there is none. */
export function requireBrowser(): Promise<string>
export function findBrowser(): Promise<string | undefined>
