/** The navigation of the specification. A link to a page of ours shows only once that page exists (see shell/header). */
export type ShellLink = { label: string; to: string }

/** For visitors: the club's public pages, which the server leads to wherever the club keeps them. */
export const publicLinks: ShellLink[] = [
  { label: 'About Archery', to: '/about-archery' },
  { label: 'Our Range', to: '/our-range' },
  { label: 'Our Team', to: '/our-team' },
  { label: 'Calendar', to: '/calendar' },
  { label: 'Competitions', to: '/competitions' },
  { label: 'Contact', to: '/contact' },
  { label: 'Join', to: '/join' },
]

export const memberLinks: ShellLink[] = [
  { label: 'Home', to: '/home' },
  { label: 'My Practices', to: '/my-practices' },
  { label: 'Info', to: '/info' },
  { label: 'My Pass', to: '/my-pass' },
  { label: 'Scorecard', to: '/scorecard' },
]

export const officerLinks: ShellLink[] = [
  { label: 'Manage Practices', to: '/manage-practices' },
  { label: 'Members', to: '/members' },
  { label: 'Resources', to: '/resources' },
]

/** Each shows unless the club says that it has none. Until it is set, it leads to the login page. */
export const footerLinks: ShellLink[] = [
  { label: 'Merch', to: '/merch' },
  { label: 'Sponsorship', to: '/sponsorship' },
  { label: 'Donate', to: '/donate' },
]
