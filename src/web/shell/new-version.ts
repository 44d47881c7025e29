import { messages } from '#domain/messages.ts'
import { toast } from '#web/ui/toasts.tsx'

let offered: string | null = null

/**
 * Offers to load the page anew when the server has another build than this page; never by itself, so that nothing is
 * interrupted. Each build is offered once.
 * @param entry the script with which the server's pages begin
 */
export function offerNewVersion(entry: string) {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')?.getAttribute('src')
  // The development server has no built files.
  if (!own || entry === own || entry === offered) return
  offered = entry
  toast({ text: messages.newVersion, stays: true, action: { label: 'Reload', onClick: () => location.reload() } })
}
