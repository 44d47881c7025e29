/** Whether this is a Debian or Ubuntu and we may install on it. */
export function canInstall(): boolean

/** What went wrong, or an empty text. */
export function aptInstall(packages: string[]): Promise<string>
