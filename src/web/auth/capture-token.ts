// Imported first of all, for its effect: the router must not see the fragment.
import { captureLinkToken } from './link-token.ts'

captureLinkToken()
// A second link, pasted into a tab that is already here, changes nothing but the fragment.
window.addEventListener('hashchange', () => {
  if (captureLinkToken()) location.reload()
})
