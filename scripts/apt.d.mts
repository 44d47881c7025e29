/** Whether this is Debian or Ubuntu and we may install packages. */
export function canInstall(): boolean

/** Returns an error message, or an empty string. */
export function aptInstall(packages: string[]): Promise<string>
