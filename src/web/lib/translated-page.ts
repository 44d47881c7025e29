/** Chrome's translation puts each text into such an element, which no page of ours has. */
export function isTranslated() {
  return document.querySelector('body font') !== null
}

/**
 * Lets React update a page that the browser translates. Chrome replaces each text with an element, Safari with a new
 * text, and React keeps its own, now outside the document: changing it shows nothing, and removing it throws, which
 * takes the whole page down (https://github.com/facebook/react/issues/11538). Here, what React does with such a
 * text is done with its translation, and a changed text takes its place again, to be translated again.
 */
export function surviveTranslation() {
  const translations = new WeakMap<Node, Node>()

  /** The translation of a text that is no longer in the document. */
  function translationOf(node: Node | null): ChildNode | null {
    let translation = node && !node.isConnected ? translations.get(node) : undefined
    // Translated into another language since.
    while (translation && !translation.isConnected) translation = translations.get(translation)
    return (translation as ChildNode | undefined) ?? null
  }

  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling } of records)
      for (const removed of removedNodes) {
        if (removed.nodeType !== Node.TEXT_NODE || removed.isConnected) continue
        // Replaced in one step, or in two: inserted before it, then removed.
        const translation = addedNodes[0] ?? previousSibling
        if (translation) translations.set(removed, translation)
      }
  }).observe(document, { childList: true, subtree: true })

  const { removeChild, insertBefore, appendChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child) {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    translationOf(child)?.remove()
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null) {
    translationOf(child)?.remove()
    const before = next?.parentNode === this ? next : translationOf(next)
    return insertBefore.call(this, child, before?.parentNode === this ? before : null) as Child
  }
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child) {
    translationOf(child)?.remove()
    return appendChild.call(this, child) as Child
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string) {
      translationOf(this)?.replaceWith(this)
      nodeValue?.set?.call(this, value)
    },
  })
}
