/**
 * The document of `/home` asks for its answer beside its code (src/server/http/documents.ts), for whoever is signed in then. Where
 * that is nobody, or somebody who has not finished setting up, the refusal is let go: else the browser would hand it to the first
 * question after signing in.
 */
export function letEarlyAnswerGo() {
  const asked = document.querySelector<HTMLLinkElement>('link[rel="preload"][href^="/rpc/home/"]')
  if (asked === null) return
  asked.remove()
  void fetch(asked.href).catch(() => {})
}
