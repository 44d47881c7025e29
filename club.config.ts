import { defineClub } from '#server/ops/config/club-config.ts'

/**
 * Your club's settings. Anything you leave out has a default; src/server/ops/config/club-config.ts has them all. A wrong value keeps
 * the server from starting and says what it should be. After a change, restart the server.
 * Officers change most of these in the app, under Settings, and their values win over those here; `fixed` below keeps a setting in this file.
 * Secrets (database, email, calendar key) go in quiver.env or the environment instead (docs/install.md).
 */
export default defineClub({
  name: 'Archery Club',
  emailDomain: 'purdue.edu',
  emailLabel: 'Purdue Email',
  timeZone: 'America/Indiana/Indianapolis',

  // Settings that officers can't change in the app, each with a reason that they see.
  // fixed: { terms: 'The university sets these.' },

  // The logo in the header, the color of the main buttons, and the constitution are best set in the app, which checks that they can be seen.
  // logo: '/logo.png', color: { light: '#13294B', dark: '#3F86F6' }, constitution: '/our-constitution.pdf',

  // titleFilter: only calendar events with this text in the title are practices, if the calendar has other events, too.
  // personalEvents: true if private events, birthdays, and the like are practices, too.
  // holdMinutes: if most practices vanish from the calendar, they're canceled only if that lasts this long. Default: 30.
  // remindHours: members who haven't RSVP'd, and came lately or are new, get a reminder this many hours before the start, never at night.
  // 0: no reminder. Default: 24.
  // remindDriversHours: drivers get a reminder this many hours before the start, or the evening before if that would be at night. 0: no
  // reminder.
  // replyDeadlineHours: members should reply this many hours before the start; later replies are marked. 0: no deadline.
  // promoteUntilHours: in this many hours before the start no one is moved up from the waitlist. 0: until the end.
  // startWindowMinutes: how long before its start a practice can be started. lookAheadDays: how far ahead Home shows the next practice.
  // weeklyEmail: when members get the week's practices, like { day: 'Sunday', time: '18:00' }; null for never.
  // nextPanels, upcomingTile, pastTile: at most so many practices there.
  // showWhoIsGoing: false if members shouldn't see who else is going, not even those who would show it.
  // checkInMode: how members check in: 'tap', 'code' (which officers show at the range), or 'officer' (only officers check members in).
  // practices: { titleFilter: 'practice', remindDriversHours: 4, startWindowMinutes: 30 },

  // What new members get.
  // welcome: { dayPasses: 2, paidPractices: 0 },

  // Whether officers can enter guests at a practice, how many times a person may come as one in a term, and what they sign before they shoot.
  // guests: { allowed: true, mostPerTerm: 3 },
  // waiver: 'I know that archery is dangerous …',

  // Maps on the home page, with address and directions. `embedUrl` is the address in src="…" of the code that a map service gives you
  // (Google Maps: Share, Embed a map). Add `title` if a place has another name.
  // maps: {
  //   range: { embedUrl: 'https://www.google.com/maps/embed?pb=…', address: '…', latitude: 40.42, longitude: -86.91 },
  //   carpool: { embedUrl: 'https://www.google.com/maps/embed?pb=…', address: '…', latitude: 40.42, longitude: -86.91 },
  // },

  // Where maps that officers set in the app may come from.
  // mapHosts: ['www.google.com', 'www.openstreetmap.org'],

  // Where members buy practices and passes.
  // storeLinks: { practices: 'https://store.example.com/practices', passes: 'https://store.example.com/passes' },

  // Where members read their email in the browser, for a button after they sign up, and the form RM01 for drivers.
  // webmailUrl: 'https://outlook.office.com/mail/',
  // rm01Url: 'https://www.example.edu/rm01',

  // For importing the store's orders on /resources: what one unit of each product is worth, by SKU or name, with its variant in
  // parentheses; null for products that have nothing to do with practices. Columns of Shopify, WooCommerce, and Square are recognized;
  // name others here.
  // storeImport: {
  //   products: { 'Card (10 practices)': { paidPractices: 10, priceCents: 4500 }, 'Day pass': { dayPasses: 1 }, 'Club T-shirt': null },
  //   columns: { order: 'Order no.', email: 'Buyer', product: 'Merchandise', quantity: 'Units' },
  // },

  // First and last day of each term (month-day). Gaps are fine, overlaps aren't.
  // terms: [{ name: 'Spring', from: '01-08', to: '05-05' }, { name: 'Fall', from: '08-18', to: '12-15' }],

  // Shown in the footer. If your club has none, say so with [] or null, and officers aren't reminded.
  // socialLinks: [{ label: 'Instagram', url: 'https://www.instagram.com/…' }],
  // contactEmail: 'archery@purdue.edu',

  // Documents and pages for officers on /resources. `kind` and `date` are optional. A path is a file in public/.
  // resources: [
  //   { label: 'Constitution', url: '/constitution.pdf', kind: 'PDF', date: '2026-08-24' },
  //   { label: 'Equipment list', url: 'https://docs.example.com/…', kind: 'Spreadsheet' },
  // ],

  // Where the footer's /merch, /sponsorship, and /donate lead, and the public pages instead of the login page.
  // redirects: { '/merch': 'https://…', '/sponsorship': null },

  // Range calls and rules on /info. If left out, the usual ones are used.
  // info: { calls: [{ hear: 'One blast', act: 'Shoot.' }], rules: ['Nock an arrow only on the shooting line.'] },
})
