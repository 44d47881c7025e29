// Must be the first import, for its side effect: the router must not see the fragment.
import { captureLinkToken } from './link-token.ts'

captureLinkToken()
// A second link pasted into a tab that is already here changes only the fragment.
window.addEventListener('hashchange', () => {
  if (captureLinkToken()) location.reload()
})
