/** The club's navigation. A link to a page of the app shows only if its route exists (shell/header.tsx). */
export type ShellLink = { label: string; to: string }

/** For visitors: the club's public pages, which the server redirects to their configured addresses. */
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
  { label: 'Settings', to: '/settings' },
]

/** Each shows unless the club has switched it off. Until its address is configured, it leads to the login page. */
export const footerLinks: ShellLink[] = [
  { label: 'Merch', to: '/merch' },
  { label: 'Sponsorship', to: '/sponsorship' },
  { label: 'Donate', to: '/donate' },
]
