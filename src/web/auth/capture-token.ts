// Imported first of all, for its effect: the router must not see the fragment.
import { catchLinkToken } from './link-token.ts'

catchLinkToken()
// A second link, pasted into a tab that is already here, changes nothing but the fragment.
window.addEventListener('hashchange', () => {
  if (catchLinkToken()) location.reload()
})
