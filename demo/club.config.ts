import { defineClub } from '#server/config/club-config.ts'

/** The demo's club (`npm run demo`): every link is set, so that everything can be seen. */
export default defineClub({
  name: 'Archery Club',
  emailDomain: 'purdue.edu',
  emailLabel: 'Purdue Email',
  timeZone: 'America/Indiana/Indianapolis',

  storeLinks: {
    practices: 'https://store.example.com/archery/practices',
    passes: 'https://store.example.com/archery/day-passes',
  },
  socialLinks: [
    { label: 'Instagram', url: 'https://photos.example.com/archery' },
    { label: 'YouTube', url: 'https://video.example.com/archery' },
    { label: 'Slack', url: 'https://chat.example.com/archery/join' },
    { label: 'Campus page', url: 'https://campus.example.edu/organizations/archery' },
  ],
  contactEmail: 'archery@purdue.edu',
  redirects: {
    '/about-archery': 'https://archery.example.com/about',
    '/our-range': 'https://archery.example.com/range',
    '/our-team': 'https://archery.example.com/team',
    '/calendar': 'https://archery.example.com/calendar',
    '/competitions': 'https://archery.example.com/competitions',
    '/contact': 'https://archery.example.com/contact',
    '/merch': 'https://store.example.com/archery/merch',
    '/sponsorship': 'https://archery.example.com/sponsorship',
    '/donate': 'https://archery.example.com/donate',
  },
})
