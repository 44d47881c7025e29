import type { Club } from '#contract/session.ts'
import { whatItIsFor } from './web-manifest.ts'

/**
 * What a chat shows beside a link to the sign-in page (https://ogp.me). Drawn by tools/icons.ts; its address must be whole.
 */
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
