import { startFaultyServer } from './faulty-server.ts'

/** The addresses of the maps, as in `club.config.ts`. */
export const addresses = {
  range: '355 N Martin Jischke Dr, West Lafayette, IN 47906',
  carpool: '101 N Grant St, West Lafayette, IN 47906',
}

/** A map service on this machine: a page for each map, and every fault that a remote server can have. */
export async function startMapHost() {
  const server = await startFaultyServer(({ path }) => {
    const place = path === '/range' ? 'The Range' : path === '/carpool' ? 'Carpool Meetup' : null
    return place === null
      ? { status: 404, headers: {}, body: '' }
      : { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: mapPage(place) }
  })
  const at = (path: string) => `${server.origin}/${path}`
  return {
    ...server,
    /** Which maps were requested so far; before each GET, a HEAD request checks whether the host responds. */
    asked: () => server.requests.filter(({ method }) => method === 'GET').map(({ path }) => path),
    maps: {
      range: { embedUrl: at('range'), address: addresses.range, latitude: 40.4284, longitude: -86.9223 },
      carpool: { embedUrl: at('carpool'), address: addresses.carpool, latitude: 40.4247, longitude: -86.9111 },
    },
  }
}

/** Streets, a park, a river, and a pin: enough to look at. */
function mapPage(place: string) {
  const shift = place === 'The Range' ? 0 : 140
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${place}</title></head>
<body style="margin:0;background:#f2efe9">
<main aria-label="${place}">
<h1 style="position:absolute;margin:0;opacity:0">${place}</h1>
<svg role="img" aria-label="${place}" width="100%" height="100%" viewBox="${shift} 0 400 300" preserveAspectRatio="xMidYMid slice"
  style="position:absolute;inset:0">
<path d="M-100 260C60 200 160 300 320 240S600 260 700 200V400H-100Z" fill="#a9d3e8"/>
<path d="M40 40H180V130H40ZM360 90H470V190H360Z" fill="#c6e3b5"/>
<g stroke="#fff" stroke-width="14" fill="none"><path d="M-50 150H700M210-50V350M340-50V350"/></g>
<g stroke="#fff" stroke-width="7" fill="none"><path d="M-50 60H700M-50 220H700M90-50V350M280-50V350M500-50V350"/></g>
<path d="M-50 290L600-20" stroke="#f6cf65" stroke-width="12" fill="none"/>
<path d="M${shift + 200} 165c-22-30-30-42-30-56a30 30 0 1 1 60 0c0 14-8 26-30 56Z" fill="#c8192f" stroke="#fff" stroke-width="3"/>
<circle cx="${shift + 200}" cy="109" r="10" fill="#fff"/>
</svg>
</main>
</body>
</html>`
}
