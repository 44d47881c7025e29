/** Returns the path of a Chromium that starts here. Throws an error that says how to get one. */
export function requireBrowser(): Promise<string>
/** Like `requireBrowser`, but prefers a full browser over the headless shell. */
export function requireWholeBrowser(): Promise<string>
export function findBrowser(): Promise<string | undefined>
