/**
 * Text and controls that a person can't read or reach: past the right edge, cut off by a box around them, or over one
 * another. Runs in the page, so it can't use anything from its scope.
 * @returns each problem in words
 */
export function textProblems() {
  const scope = document.querySelector('dialog[open]') ?? document.body
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('svg, [aria-hidden=true], [aria-hidden=""], [type=checkbox], [type=radio], .no-screen')
  // Text for screen readers only has a box of one pixel around it.
  const isReadOut = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect()
      if (width <= 2 && height <= 2) return true
    }
    return false
  }
  const named = (element: Element) => `${element.tagName.toLowerCase()} “${element.textContent?.trim().slice(0, 40)}”`

  /** Text that is meant to end with dots has its box instead. */
  const withDots = (element: Element) => getComputedStyle(element).textOverflow === 'ellipsis'

  /** Where text ends that is meant to be cut off after some lines. */
  const clampedAt = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (getComputedStyle(at).webkitLineClamp !== 'none') return at.getBoundingClientRect().bottom - 2
    return Number.POSITIVE_INFINITY
  }

  /** Where the text itself is, which may be outside its element. */
  const texts = [...scope.querySelectorAll('*')].flatMap((element) => {
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    if (own.length === 0 || !isShown(element) || isReadOut(element)) return []
    if (withDots(element)) return [{ element, box: element.getBoundingClientRect() }]
    return own.flatMap((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = [...range.getClientRects()].filter(({ top }) => top < clampedAt(element))
      return lines.map((box) => ({ element, box }))
    })
  })
  const controls = [...scope.querySelectorAll('a, button, input, select, textarea')]
    .filter((element) => isShown(element) && !isReadOut(element))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))

  const problems: string[] = []
  for (const { element, box } of [...texts, ...controls])
    if (box.right > innerWidth + 1 || box.left < -1) problems.push(`past the edge: ${named(element)}`)
  // Of a control, the padding may be cut off.
  for (const { element, box } of texts) {
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around)
      const frame = around.getBoundingClientRect()
      const cutsX = /hidden|clip/.test(overflowX) && (box.right > frame.right + 1 || box.left < frame.left - 1)
      const cutsY = /hidden|clip/.test(overflowY) && (box.bottom > frame.bottom + 3 || box.top < frame.top - 3)
      if (cutsX || cutsY) problems.push(`cut off: ${named(element)}`)
      if (/auto|scroll/.test(`${overflowX}${overflowY}`) || position === 'fixed') break
    }
  }
  // Bars that stay at an edge cover what scrolls below them.
  const inBar = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
    return false
  }
  const flowing = texts.filter(({ element }) => !inBar(element))
  for (const [at, one] of flowing.entries())
    for (const other of flowing.slice(at + 1)) {
      if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element))
        continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      // Lines of text may touch.
      const line = Math.min(one.box.height, other.box.height)
      if (across > 2 && down > line / 3)
        problems.push(`over one another: ${named(one.element)} and ${named(other.element)}`)
    }
  return [...new Set(problems)]
}
