import { startInjectingProxy } from '#test/support/injecting-proxy.ts'
import { startBehind } from './behind-proxy.ts'
import type { Window } from './person.ts'

/** A server whose pages a browser has translated. */
export const startTranslatedServer = () => startBehind((port) => startInjectingProxy(port, translate))

export const isTranslated = (window: Window) => async () =>
  (await window.tab.evaluate(() => document.documentElement.dataset.translated)) ?? undefined

/**
 * Replaces each text node, as a browser's translation does: with an element as in Chrome, or in WebKit with a new text
 * node as in Safari. The words stay the same.
 */
function translate() {
  const done = new WeakSet<Node>()
  const isSafari = !/Chrome|Firefox/.test(navigator.userAgent)
  const replace = (text: Text) => {
    if (done.has(text) || text.data.trim() === '' || !text.isConnected) return
    if (text.parentElement?.closest('script, style, title, textarea, option, [translate=no]')) return
    const copy = document.createTextNode(text.data)
    done.add(copy)
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(copy)
    outer.append(inner)
    text.replaceWith(isSafari ? copy : outer)
  }
  const replaceAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text)
    texts.forEach(replace)
  }
  const watch = { childList: true, characterData: true, subtree: true }
  const observer = new MutationObserver((records) => {
    // Later, as a translator does that asks a server.
    setTimeout(() => {
      for (const { type, target, addedNodes } of records)
        if (type === 'characterData') {
          done.delete(target)
          replaceAll(target)
        } else addedNodes.forEach(replaceAll)
    }, 20)
  })
  const begin = () => {
    replaceAll(document.body)
    observer.observe(document.body, watch)
    document.documentElement.dataset.translated = 'yes'
  }
  // Chrome may begin before the app runs, Safari waits for a person.
  if (isSafari) addEventListener('load', () => setTimeout(begin, 500))
  else addEventListener('DOMContentLoaded', begin)
}
