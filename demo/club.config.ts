import { defineClub } from '#server/ops/config/club-config.ts'

/** The demo's club (`npm run demo`): every link and map is set, here or in the app (src/server/ops/demo/plan-settings.ts). */
export default defineClub({
  name: 'Archery Club',
  emailDomain: 'purdue.edu',
  emailLabel: 'Purdue Email',
  timeZone: 'America/Indiana/Indianapolis',

  // Two public places in West Lafayette, on OpenStreetMap.
  maps: {
    range: {
      embedUrl:
        'https://www.openstreetmap.org/export/embed.html?bbox=-86.9290,40.4250,-86.9156,40.4318&layer=mapnik&marker=40.4284,-86.9223',
      address: '355 N Martin Jischke Dr, West Lafayette, IN 47906',
      latitude: 40.4284,
      longitude: -86.9223,
    },
    carpool: {
      embedUrl:
        'https://www.openstreetmap.org/export/embed.html?bbox=-86.9178,40.4213,-86.9044,40.4281&layer=mapnik&marker=40.4247,-86.9111',
      address: '101 N Grant St, West Lafayette, IN 47906',
      latitude: 40.4247,
      longitude: -86.9111,
    },
  },
  storeLinks: {
    practices: 'https://store.example.com/archery/practices',
    passes: 'https://store.example.com/archery/day-passes',
  },
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
