import { createContext, type ReactNode, useContext, useEffect } from 'react'

const SiteName = createContext('')

export function SiteNameProvider({ name, children }: { name: string; children: ReactNode }) {
  return <SiteName value={name}>{children}</SiteName>
}

/** `My Pass · Archery Club`, with a prefix while something is going on. */
export function useDocumentTitle(title: string, prefix = '') {
  const site = useContext(SiteName)
  useEffect(() => {
    const named = site === '' ? title : `${title} · ${site}`
    document.title = prefix === '' ? named : `${prefix} ${named}`
  }, [title, site, prefix])
}
