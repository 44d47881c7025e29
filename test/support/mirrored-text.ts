import type { Page } from '@playwright/test'

type Looked = {
  /** Lines whose own words aren't in order, texts of others that are spread among them, and texts without a width. */
  wrong: string[]
  /** How often a text of someone is in a line with other words. */
  places: number
}

/**
 * Compares where each character is displayed with where it is in the text: on one line, the page's own letters and digits must go from left to right,
 * and none may be among those of a text that someone has written.
 * @param texts what people have written, which may go either way within itself
 */
export function lookForMirrored(page: Page, texts: string[]): Promise<Looked> {
  return page.evaluate((texts) => {
    const wrong = new Set<string>()
    const seen = { places: 0 }
    const longestFirst = texts.toSorted((a, b) => b.length - a.length)
    const blocks = new Map<Element, Text[]>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const parent = node.parentElement
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('svg, script, style')) continue
      const block = blockOf(parent)
      blocks.set(block, [...(blocks.get(block) ?? []), node])
    }
    for (const [block, nodes] of blocks) lookAt(block, nodes)
    return { wrong: [...wrong], places: seen.places }

    function blockOf(element: Element): Element {
      const inline = getComputedStyle(element).display.startsWith('inline') && element.parentElement
      return inline && getComputedStyle(element).display === 'inline' ? blockOf(inline) : element
    }

    function lookAt(block: Element, nodes: Text[]) {
      const own: DOMRect[] = []
      const others: { text: string; rects: DOMRect[] }[] = []
      for (const node of nodes) {
        const taken = textsIn(node.data)
        for (let at = 0; at < node.data.length; at++) {
          const isTaken = taken.some(({ from, to }) => from <= at && at < to)
          if (!isTaken && /[\p{Script=Latin}\d]/u.test(node.data[at] ?? '')) own.push(...rectsOf(node, at, at + 1))
        }
        for (const { text, from, to } of taken) others.push({ text, rects: rectsOf(node, from, to) })
      }
      const words = (block.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 100)
      for (const [i, rect] of own.entries()) {
        const before = own[i - 1]
        if (before && isSameLine(before, rect) && rect.left < before.left - 1) wrong.add(`mirrored: ${words}`)
      }
      for (const { text, rects } of others) {
        const { left, right } = edgesOf(rects)
        if (rects.length === 0 || right <= left) wrong.add(`without a width: ${text}`)
        if (own.length > 0) seen.places += 1
        for (const line of rects) {
          const { left, right } = edgesOf(rects.filter((rect) => isSameLine(rect, line)))
          const isWithin = (rect: DOMRect) => rect.left > left - 1 && rect.right < right + 1 && rect.width > 0
          if (own.some((rect) => isSameLine(rect, line) && isWithin(rect)))
            wrong.add(`words within “${text}”: ${words}`)
        }
      }
    }

    function edgesOf(rects: DOMRect[]) {
      return { left: Math.min(...rects.map((each) => each.left)), right: Math.max(...rects.map((each) => each.right)) }
    }

    function textsIn(data: string) {
      const found: { text: string; from: number; to: number }[] = []
      for (const text of longestFirst)
        for (let from = data.indexOf(text); from >= 0; from = data.indexOf(text, from + text.length))
          if (!found.some((each) => from < each.to && each.from < from + text.length))
            found.push({ text, from, to: from + text.length })
      return found
    }

    function rectsOf(node: Text, from: number, to: number) {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    }

    function isSameLine(one: DOMRect, other: DOMRect) {
      return Math.abs(one.top + one.bottom - other.top - other.bottom) < one.height
    }
  }, texts)
}
