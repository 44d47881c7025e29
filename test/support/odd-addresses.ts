/** Addresses at which servers have leaked files, in the form sent over the network (T99). */

const words = (text: string) => text.trim().split(/\s+/)

const hidden = words(`
  .env .env.local .env.production .env.bak .git .git/ .git/HEAD .git/config .git/index .git/logs/HEAD .gitignore .gitattributes
  .npmrc .nvmrc .htaccess .htpasswd .ssh/id_rsa .ssh/authorized_keys .aws/credentials .docker/config.json .dockerenv .DS_Store
  .vscode/settings.json .idea/workspace.xml .well-known/security.txt .svn/entries .hg/store .bash_history .netrc .pgpass
  .vite/manifest.json .cache/node .github/workflows/ci.yml .config .profile .well-known/openid-configuration`)

const ours = words(`
  package.json package-lock.json tsconfig.json vite.config.ts vitest.config.ts club.config.ts club.config.mjs biome.json knip.json
  playwright.config.ts README.md SECURITY.md docs/security.md docs/architecture.md src/server/main.ts src/contract/policies.ts
  src/web/main.tsx test/support/club.ts node_modules/fastify/package.json node_modules/.package-lock.json data data/ data/quiver.db
  data/auth-secret quiver.db quiver.db-wal quiver.db-shm auth-secret secret mail mail/ mail/1.json files/1 index.html index.htm
  dist/web/index.html web/index.html sign-in/server-html.js assets assets/ assets/index.html icons icons/ screenshots/
  scripts/lockfile-integrity.mjs demo/ Dockerfile docker-compose.yml`)

const copies = words('quiver.db index.html package.json club.config.ts backup dump database site www data').flatMap(
  (name) => words('.bak .old ~ .zip .tar.gz .sql .sql.gz .swp .orig .save').map((ending) => name + ending),
)

const inside = words(`
  metrics health status stats debug debug/pprof debug/vars server-status server-info actuator actuator/env actuator/health
  actuator/heapdump admin admin/ administrator console phpinfo.php info.php wp-login.php wp-admin/ xmlrpc.php graphql graphiql
  swagger swagger.json swagger-ui.html openapi.json api-docs trace env cgi-bin/test solr/admin jenkins manager/html _next/static
  __webpack_hmr @fs/etc/passwd @vite/client @id/x __open-in-editor __inspect/ sitemap.xml crossdomain.xml healthz/ healthz.json
  HEALTHZ readyz/ login/ login.html home/ exports exports/ exports/members exports/members.json exports/members.csv.bak
  calendar calendar/ calendar/x calendar/x.ics calendar/.ics files files/ files/pictures files/pictures/ files/pictures/x/512.webp
  dev dev/ dev/mail/ dev/mail.json live/ live/x practice.ics/ my-practices.csv/ manifest.json sw.js.map early.js.map
  api api/ api/v1/ api/v2/home api/auth api/auth/session api/auth/get-session api/auth/list-users rpc rpc/ rpc/home rpc/home/
  rpc/home/get/ rpc/__proto__/get rpc/constructor api/v1/constructor api/v1/openapi.yaml api/v1/reference/`)

const ways = words(String.raw`
  /../ /../../../../ /..%2f /..%2f..%2f..%2f /%2e%2e/ /%2e%2e%2f /%252e%252e%252f /..%5c /..\ /....// /.%2e/ /%c0%ae%c0%ae/ /..;/
  /assets/../ /assets/../../../ /assets/..%2f..%2f /assets/%2e%2e/ /assets/..\..\ /assets/%00/ /assets// /icons/../../
  /icons/..%2f..%2f /files/../ /files/pictures/..%2f..%2f..%2f /files/pictures/x/..%2f..%2f..%2f // /./ /%2f /%00/ /file:///
  /calendar/..%2f /exports/..%2f /live/..%2f /login/..%2f /api/../ /rpc/..%2f`)
const wanted = words('etc/passwd .env package.json data/quiver.db src/server/main.ts')

const named = [...hidden, ...ours, ...copies, ...inside].map((path) => `/${path}`)
const climbing = ways.flatMap((way) => wanted.map((path) => way + path))

/** @param scripts of the build; some builds publish a source map and the source for each */
export function oddAddresses(scripts: string[]) {
  const sources = scripts.flatMap((name) => [`/assets/${name}.map`, `/assets/${name.replace(/\.\w+$/, '.tsx')}`])
  return [...new Set([...named, ...climbing, ...sources])]
}
