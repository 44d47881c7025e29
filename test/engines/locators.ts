/**
 * What to find on a page: a control by its accessible name, or text. A control's name must match completely, text may
 * be a substring.
 */
export type Query = { kind: Kind; name: string | { source: string; flags: string } | null; within: Query | null }
type Kind = 'button' | 'link' | 'field' | 'heading' | 'dialog' | 'region' | 'target' | 'text'
export type Name = string | RegExp

const query =
  (kind: Kind) =>
  (name?: Name, within?: Query): Query => ({
    kind,
    name: name instanceof RegExp ? { source: name.source, flags: name.flags } : (name ?? null),
    within: within ?? null,
  })

export const button = query('button')
export const link = query('link')
export const field = query('field')
export const heading = query('heading')
export const dialog = query('dialog')
export const region = query('region')
/** A drawing that reacts to the pointer, such as the scorecard's target. */
export const target = query('target')
export const text = query('text')

export function describeQuery({ kind, name, within }: Query): string {
  const called = name === null ? '' : ` ${typeof name === 'string' ? JSON.stringify(name) : `/${name.source}/`}`
  return `${kind}${called}${within ? ` in ${describeQuery(within)}` : ''}`
}

export type Found = ReturnType<typeof findInPage>

/**
 * Runs in the page, so it can't use anything from its scope. With `reach`, it scrolls the first match into view.
 * @returns null when nothing on the screen matches
 */
export function findInPage(wanted: Query, reach: 'look' | 'reach' | 'select') {
  const selectors = {
    button: 'button, [role=button], input[type=submit], summary',
    link: 'a[href]',
    field: 'input:not([type=hidden]), select, textarea',
    heading: 'h1, h2, h3, h4, [role=heading]',
    dialog: 'dialog[open], [role=dialog], [role=alertdialog]',
    region: 'section, [role=region], [role=group], fieldset, main',
    target: '[role=application]',
    text: 'body *:not(script, style, template)',
  }
  const flat = (words: string) => words.replace(/\s+/g, ' ').trim()
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }

  /** A simplified accessible name computation (https://www.w3.org/TR/accname): what a screen reader calls it. */
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')
    if (by)
      return by
        .split(/\s+/)
        .map((id) => wordsOf(document.getElementById(id)))
        .join(' ')
    const label = element.getAttribute('aria-label')
    if (label) return label
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : []
    if (labels.length > 0) return labels.map(wordsOf).join(' ')
    if (element instanceof HTMLFieldSetElement) return wordsOf(element.querySelector('legend'))
    return wordsOf(element)
  }
  const wordsOf = (node: Node | null): string => {
    if (node === null) return ''
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? ''
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
    const said = node.getAttribute('aria-label') ?? (node instanceof HTMLImageElement ? node.alt : null)
    if (said !== null) return said
    const apart = getComputedStyle(node).display.startsWith('inline') ? '' : ' '
    return apart + [...node.childNodes].map(wordsOf).join('') + apart
  }

  const fits = (words: string, { name, kind }: Query) => {
    if (name === null) return true
    if (typeof name !== 'string') return new RegExp(name.source, name.flags).test(flat(words))
    const [have, want] = [flat(words).toLowerCase(), flat(name).toLowerCase()]
    return kind === 'text' ? have.includes(want) : have === want
  }

  const find = (query: Query): Element | null => {
    const root = query.within === null ? document : find(query.within)
    if (root === null) return null
    const all = [...root.querySelectorAll(selectors[query.kind])]
    if (query.kind === 'text') {
      const fitting = all.filter((element) => fits(element.textContent, query) && isSeen(element))
      return fitting.find((element) => !fitting.some((other) => other !== element && element.contains(other))) ?? null
    }
    // Nothing behind a modal dialog can be reached.
    const modal = query.kind === 'dialog' ? undefined : [...document.querySelectorAll('dialog:modal')].at(-1)
    // A checkbox is transparent over its drawn box.
    const isThere = (element: Element) =>
      isSeen((element.matches('[type=checkbox]') && element.closest('label')) || element) &&
      (!modal || modal.contains(element)) &&
      !element.closest('[inert]')
    return all.find((element) => fits(nameOf(element), query) && isThere(element)) ?? null
  }

  const element = find(wanted)
  if (element === null) return null
  const isReached = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const [right, down] = [x + width / 2, y + height / 2]
    // Firefox also finds elements outside the viewport if its window is larger than the page.
    if (right >= innerWidth || down >= innerHeight) return false
    const top = document.elementFromPoint(right, down)
    return top !== null && (element.contains(top) || top.closest('label')?.control === element)
  }
  if (reach !== 'look' && !isReached()) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  if (reach === 'select' && (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement))
    element.select()
  const { x, y, width, height } = element.getBoundingClientRect()
  return {
    box: { x, y, width, height },
    words: flat(element.textContent),
    value: 'value' in element ? String(element.value) : '',
    isReached: isReached(),
    isDisabled: element.matches(':disabled, [aria-disabled=true]'),
    isPressed: element.getAttribute('aria-pressed') === 'true',
    isChecked: element.matches(':checked'),
    hasFocus: element === document.activeElement || element.contains(document.activeElement),
  }
}
