/** The path of a page that emailed links lead to, with something after its name that no address of ours has. */
const damaged = /^\/(verify|reset|unsubscribe)(?![\w-])(.+)$/i

/**
 * Handles links that an email gateway rewrote. If it encoded the `#` before the token as `%23`, the token arrives in the path; it is
 * not used, because a proxy may have logged it, and the page for codes explains that. If only punctuation was added to the page's
 * name, the token may still be in the fragment, which the browser keeps through a redirect.
 * @param path undecoded, without the query
 * @returns where to redirect, or null for any other path
 */
export function readDamagedLink(path: string) {
  const [, name = '', rest = ''] = damaged.exec(path) ?? []
  if (name === '') return null
  const page = name.toLowerCase()
  if (!/[a-z0-9]/i.test(rest.replace(/%[0-9a-f]{2}/gi, '')) && !/%(25|23)/.test(rest)) return `/${page}`
  return page === 'unsubscribe' ? '/code?why=unsubscribe-changed' : '/code?why=changed'
}
