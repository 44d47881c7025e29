import type { Page } from '@playwright/test'

type Looked = {
  /** Findings that no page may have: marks of payloads, scripts and handlers in the page, addresses that run code. */
  wrong: string[]
  /** How many of the texts are displayed word for word. */
  texts: number
  tags: string[]
}

/** What became of texts with code on the current page; if it navigates, the next page is checked. */
export async function lookForMarks(page: Page, texts: string[], tags: string[] = []): Promise<Looked> {
  for (let tries = 1; ; tries++)
    try {
      await page.waitForLoadState()
      return await lookOnce(page, texts, tags)
    } catch (error) {
      // During a navigation there is briefly no document, or one without a body.
      if (tries === 5 || !/because of a navigation|of null \(reading 'textContent'\)/.test(String(error))) throw error
    }
}

function lookOnce(page: Page, texts: string[], tags: string[]): Promise<Looked> {
  return page.evaluate(
    ({ texts, tags }) => {
      const wrong: string[] = []
      if ('__xss' in window) wrong.push('a script of a payload has run')
      const said: string[] = [document.body.textContent ?? '', document.title]
      for (const element of document.querySelectorAll<HTMLElement>('*')) {
        const { localName } = element
        if (localName.startsWith('xss') || element.hasAttribute('data-xss'))
          wrong.push(`<${localName}> of payload ${element.getAttribute('data-xss') ?? localName}`)
        if (localName === 'script' && !element.hasAttribute('src') && !/json/.test(element.getAttribute('type') ?? ''))
          wrong.push('an inline script')
        if (['base', 'object', 'embed', 'frame', 'marquee'].includes(localName)) wrong.push(`a <${localName}>`)
        if ('value' in element) said.push(String(element.value))
        // A form can have a field named after any property, so this goes through the prototype.
        for (const name of Element.prototype.getAttributeNames.call(element)) {
          const value = Element.prototype.getAttribute.call(element, name) ?? ''
          if (name.startsWith('on')) wrong.push(`<${localName} ${name}>`)
          if (/^(aria-|title$|alt$|placeholder$)/.test(name)) said.push(value)
          if (/^((xlink:)?href|src|srcset|srcdoc|action|formaction|data|poster|ping|background)$/.test(name))
            check(element, name, value)
        }
      }
      const all = said.join('\n')
      return {
        wrong: [...new Set(wrong)],
        texts: texts.filter((text) => all.includes(text)).length,
        tags: tags.filter((tag) => all.includes(tag)),
      }

      function check(element: Element, name: string, value: string) {
        const { protocol, origin } = URL.parse(value, location.href) ?? { protocol: 'none', origin: '' }
        const ours = origin === location.origin
        const where = `<${element.localName} ${name}="${value.slice(0, 60)}">`
        // Only a link may lead to another site when it is pressed, or a map.
        const link = element.localName === 'a' && ['https:', 'mailto:', 'webcal:'].includes(protocol)
        const frame =
          element.localName === 'iframe' && name === 'src' && /^http:\/\/(localhost|127\.0\.0\.1):/.test(value)
        const picture = element.localName === 'img' && (protocol === 'blob:' || value.startsWith('data:image/'))
        if (!ours && !link && !frame && !picture) wrong.push(where)
        if (link && protocol === 'https:' && !/noopener/.test(element.getAttribute('rel') ?? ''))
          wrong.push(`no noopener: ${where}`)
      }
    },
    { texts, tags },
  )
}

/** Records what a page does in addition to rendering: dialogs, and requests to any address that isn't allowed. */
export function recordSideEffects(page: Page, allowed: string[]) {
  const deeds: string[] = []
  page.on('dialog', (dialog) => {
    deeds.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss().catch(() => {})
  })
  page.on('request', (request) => {
    const url = request.url()
    const fine = /^(data:image\/|blob:|about:)/.test(url) || allowed.some((place) => url.startsWith(place))
    if (!fine) deeds.push(`a request to ${url.slice(0, 80)}`)
  })
  return deeds
}
