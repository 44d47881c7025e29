/** Addresses at which servers have leaked files, in the form sent over the network (T99). */

const words = (text: string) => text.trim().split(/\s+/)

const hidden = words(`
  .env .env.local .env.production .env.bak .git .git/ .git/HEAD .git/config .gitignore .npmrc .htaccess .htpasswd .ssh/id_rsa
  .aws/credentials .docker/config.json .DS_Store .vscode/settings.json .well-known/security.txt .bash_history .pgpass
  .vite/manifest.json .github/workflows/ci.yml`)

const ours = words(`
  package.json package-lock.json tsconfig.json club.config.ts club.config.mjs README.md docs/security.md src/server/main.ts
  src/web/main.tsx node_modules/fastify/package.json data data/ data/quiver.db data/auth-secret quiver.db quiver.db-wal quiver.db-shm
  auth-secret mail mail/ mail/1.json files/1 index.html dist/web/index.html web/index.html sign-in/server-html.js assets assets/
  assets/index.html icons/ demo/ Dockerfile docker-compose.yml`)

const copies = words('quiver.db index.html package.json backup dump database').flatMap((name) =>
  words('.bak .old ~ .zip .tar.gz .sql .swp').map((ending) => name + ending),
)

const inside = words(`
  metrics health status debug/pprof server-status actuator/env admin admin/ phpinfo.php wp-login.php graphql swagger.json api-docs
  cgi-bin/test @fs/etc/passwd @vite/client __open-in-editor sitemap.xml healthz/ healthz.json HEALTHZ readyz/ login/ login.html
  exports exports/ exports/members exports/members.csv.bak calendar calendar/ calendar/x calendar/x.ics calendar/.ics files files/
  files/pictures/ files/pictures/x/512.webp dev dev/ dev/mail/ dev/mail.json live/ live/x manifest.json sw.js.map api api/ api/v1/
  api/v2/home api/auth api/auth/session api/auth/list-users rpc rpc/ rpc/home rpc/home/get/ rpc/__proto__/get rpc/constructor
  api/v1/constructor api/v1/openapi.yaml api/v1/reference/`)

const ways = words(String.raw`
  /../ /../../../../ /..%2f..%2f..%2f /%2e%2e/ /%2e%2e%2f /%252e%252e%252f /..%5c /..\ /....// /%c0%ae%c0%ae/ /..;/ /assets/../../../
  /assets/..%2f..%2f /assets/%2e%2e/ /assets/..\..\ /assets/%00/ /assets// /icons/..%2f..%2f /files/pictures/..%2f..%2f..%2f
  /files/pictures/x/..%2f..%2f..%2f // /./ /%2f /%00/ /file:///`)
const wanted = words('etc/passwd .env package.json data/quiver.db src/server/main.ts')

const named = [...hidden, ...ours, ...copies, ...inside].map((path) => `/${path}`)
const climbing = ways.flatMap((way) => wanted.map((path) => way + path))

/** @param scripts of the build; some builds publish a source map and the source for each */
export function oddAddresses(scripts: string[]) {
  const sources = scripts.flatMap((name) => [`/assets/${name}.map`, `/assets/${name.replace(/\.\w+$/, '.tsx')}`])
  return [...new Set([...named, ...climbing, ...sources])]
}
