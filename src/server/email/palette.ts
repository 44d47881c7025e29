/**
 * The app's colours as far as mails need them. Mails are composed where the web app's sources may not be loaded, so they
 * stand here by value; test/mail-palette.test.ts holds them to src/web/ui/tokens.ts.
 */
export const mailPalette = {
  light: {
    paper: '#FAF8F3',
    surface: '#FFFFFF',
    ink: '#15171C',
    muted: '#4B505A',
    line: '#DDD8CB',
    gold: '#FFD21F',
    'on-gold': '#15171C',
    'blue-text': '#005EA8',
  },
  dark: {
    paper: '#101216',
    surface: '#1A1D23',
    ink: '#F5F3EE',
    muted: '#B3B8C2',
    line: '#343943',
    gold: '#FFD95A',
    'on-gold': '#15171C',
    'blue-text': '#66C7F4',
  },
} as const

/** The target face, for the mark beside the club's name. */
export const mailFace = { gold: '#FFE14D', red: '#E8303F', blue: '#3FB4E5', black: '#15171C' } as const
