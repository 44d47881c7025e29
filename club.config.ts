import { defineClub } from '#server/config/club-config.ts'

/**
 * Your club's settings. Everything that is left out has a default (see src/server/config/club-config.ts, where each is
 * explained); a wrong value stops the start with the name of the setting and what it should be.
 * Secrets (database, mail, calendar key) are not here: they come from quiver.env or the environment (docs/deploy.md).
 */
export default defineClub({
  name: 'Archery Club',
  emailDomain: 'purdue.edu',
  emailLabel: 'Purdue Email',
  timeZone: 'America/Indiana/Indianapolis',

  // Where the calendar has other events, too: practices are those with this in their title. Drivers are told again so many hours
  // before the start; what would come at night comes on the evening before. 0: never.
  // practices: { titleFilter: 'practice', remindDriversHours: 4 },

  // Maps on the home page, with address and directions. Unset: there are none. `embedUrl` is the address in src="…" of what a map
  // service gives for embedding (Google Maps: Share, Embed a map); `title` may be added where the place has another name.
  // maps: {
  //   range: { embedUrl: 'https://www.google.com/maps/embed?pb=…', address: '…', latitude: 40.42, longitude: -86.91 },
  //   carpool: { embedUrl: 'https://www.google.com/maps/embed?pb=…', address: '…', latitude: 40.42, longitude: -86.91 },
  // },

  // Where members buy practices and passes. Unset: the links are hidden.
  // storeLinks: { practices: 'https://store.example.com/practices', passes: 'https://store.example.com/passes' },

  // How the store's order export is read on /resources, Store. What one piece of a product brings, by its name or SKU; null for what
  // has nothing to do with practices. The columns of Shopify, WooCommerce and Square are known; others are named here.
  // storeImport: {
  //   products: { 'Ten practices': { paidPractices: 10 }, 'Day pass': { dayPasses: 1 }, 'Club T-shirt': null },
  //   columns: { order: 'Order no.', email: 'Buyer', product: 'Article', quantity: 'Pieces' },
  // },

  // What "semester" means: first and last day of each term. They may leave gaps, but not overlap.
  // terms: [{ name: 'Spring', from: '01-08', to: '05-05' }, { name: 'Fall', from: '08-18', to: '12-15' }],

  // Shown in the footer. A club that has none of something says so with [] or null, and officers are not reminded.
  // socialLinks: [{ label: 'Instagram', url: 'https://www.instagram.com/…' }],
  // contactEmail: 'archery@purdue.edu',

  // What officers find on /resources: documents and pages, with a kind and a day where that helps. A path is a file of public/.
  // resources: [
  //   { label: 'Constitution', url: '/constitution.pdf', kind: 'PDF', date: '2026-08-24' },
  //   { label: 'Equipment list', url: 'https://docs.example.com/…', kind: 'Spreadsheet' },
  // ],

  // Public paths that lead somewhere else than to the sign-in page, and the footer's /merch, /sponsorship and /donate.
  // redirects: { '/merch': 'https://…', '/sponsorship': null },

  // What /info says; without it, the usual calls and rules of a range.
  // info: { calls: [{ hear: 'One blast', act: 'Shoot.' }], rules: ['Nock an arrow only on the shooting line.'] },
})
