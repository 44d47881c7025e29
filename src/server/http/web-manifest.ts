import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Club } from '#contract/session.ts'
import { shortNameOf } from '#domain/names.ts'
import { mailPalette } from '#server/email/layout.ts'
import { matchesEtag } from './response-cache.ts'

export const manifestPath = '/manifest.webmanifest'

/** The app's description, the same as in index.html. */
export const whatItIsFor = 'RSVP to practices, check in, and show your pass.'

/** Drawn by tools/icons.ts. */
const icons = [
  ...[192, 512].flatMap((size) =>
    ['any', 'maskable'].map((purpose) => picture(`/icons/${purpose}-${size}.png`, size, { purpose })),
  ),
  picture('/icons/monochrome-512.png', 512, { purpose: 'monochrome' }),
]

/** Made by tools/screenshots/screenshots.ts. */
const screenshots = [
  {
    src: '/screenshots/narrow.webp',
    sizes: '780x1688',
    type: 'image/webp',
    form_factor: 'narrow',
    label: 'The home page during a practice',
  },
  {
    src: '/screenshots/wide.webp',
    sizes: '1280x800',
    type: 'image/webp',
    form_factor: 'wide',
    label: 'The home page on a larger screen',
  },
]

const shortcuts = [
  { name: 'My Pass', url: '/my-pass', icon: 'pass' },
  { name: 'Scorecard', url: '/scorecard', icon: 'scorecard' },
  { name: 'Maps', url: '/home?map=range', icon: 'maps' },
]

/** The web app manifest (https://www.w3.org/TR/appmanifest/) with the club's name. */
export function webManifest({ name }: Pick<Club, 'name'>) {
  const { paper } = mailPalette.light
  return {
    // Identifies the app independently of `start_url`.
    id: '/',
    name,
    short_name: shortNameOf(name),
    description: whatItIsFor,
    lang: 'en',
    dir: 'ltr',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    categories: ['sports', 'education'],
    icons,
    screenshots,
    shortcuts: shortcuts.map(({ icon, ...shortcut }) => ({
      ...shortcut,
      icons: [picture(`/icons/shortcut-${icon}.png`, 96)],
    })),
  }
}

function picture(src: string, size: number, more: { purpose?: string } = {}) {
  return { src, sizes: `${size}x${size}`, type: 'image/png', ...more }
}

/** Serves the manifest. Browsers may cache it for an hour, like the icons. */
export function addWebManifest(app: FastifyInstance, readClub: () => Pick<Club, 'name'>) {
  app.get(manifestPath, { config: { policy: 'anyone' } }, (request, reply) => {
    const text = JSON.stringify(webManifest(readClub()))
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply.headers({ etag, 'cache-control': 'public, max-age=3600' })
    if (matchesEtag(request, etag)) return reply.code(304).send()
    return reply.type('application/manifest+json').send(text)
  })
}

/** Open Graph tags for the preview of a shared link (https://ogp.me). The image, drawn by tools/icons.ts, needs an absolute URL. */
export function openGraph({ name }: Pick<Club, 'name'>, baseUrl: string) {
  const facts = {
    title: name,
    description: whatItIsFor,
    type: 'website',
    url: `${baseUrl}/login`,
    image: `${baseUrl}/icons/preview.png`,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': 'A target face',
  }
  return Object.entries(facts)
    .map(([property, content]) => `<meta property="og:${property}" content="${asText(content)}">`)
    .join('\n')
}

function asText(value: string) {
  return value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
