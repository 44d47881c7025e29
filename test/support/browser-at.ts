import { chromium } from '@playwright/test'
import settings from '../../playwright.config.ts'

/** A browser in which the server's address leads to another port of this machine, where another process of the club listens. */
export function launchAt(url: string, port: number) {
  const { launchOptions } = settings.use ?? {}
  const rules = '--host-resolver-rules='
  const args = (launchOptions?.args ?? []).map((arg) =>
    arg.startsWith(rules)
      ? `${rules}MAP ${new URL(url).host} 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`
      : arg,
  )
  return chromium.launch({ ...launchOptions, args })
}
