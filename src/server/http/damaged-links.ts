/** A page of links with a secret, and something behind its name that no address of ours has. */
const damaged = /^\/(verify|reset|unsubscribe)(?![\w-])(.+)$/i

/**
 * Mail gateways rewrite links, and make `%23` of the `#` behind which a secret stands: then it comes here, as part of the path. It
 * is not used, for whatever stands in front of us may have written it down; the page of codes says so. Where only a sign too many
 * stands behind the page's name, the secret may still be behind the `#`, which a browser takes along.
 * @param path raw, without what follows `?`
 * @returns where to go, or null of any other path
 */
export function readDamagedLink(path: string) {
  const [, page = '', rest = ''] = damaged.exec(path) ?? []
  if (page === '') return null
  return /[a-z0-9]/i.test(rest.replace(/%[0-9a-f]{2}/gi, '')) || /%(25|23)/.test(rest)
    ? '/code?why=changed'
    : `/${page.toLowerCase()}`
}
