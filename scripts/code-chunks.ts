/** Which modules of the app are built into one file together: fewer files load faster, and no page loads much that it doesn't need. */
import { join, resolve } from 'node:path'
import type { Rolldown } from 'vite'

const web = join(import.meta.dirname, '../src/web')

type ChunkingContext = Rolldown.ChunkingContext

/** Cached for each build. */
const reached = new Map<string, Set<string>>()

/** The modules loaded with these files (and src/web/main.tsx), without dynamic imports. */
function loadsWith(roots: string[], ctx: ChunkingContext) {
  return cached(roots.join(), () => {
    const found = new Set<string>()
    function add(id: string) {
      if (found.has(id)) return
      found.add(id)
      ctx.getModuleInfo(id)?.importedIds.forEach(add)
    }
    for (const root of ['main.tsx', ...roots]) add(resolve(web, root))
    return found
  })
}

/** The modules that some dynamic import loads, other than that of the home page. */
function loadsLater(ctx: ChunkingContext) {
  return cached('later', () => {
    const own = home.map((root) => resolve(web, root))
    const roots = new Set<string>(own)
    const found = new Set<string>()
    for (const root of roots)
      for (const id of loadsWith([root], ctx)) {
        if (!own.includes(root)) found.add(id)
        for (const later of ctx.getModuleInfo(id)?.dynamicallyImportedIds ?? []) roots.add(later)
      }
    return found
  })
}

function cached(key: string, find: () => Set<string>) {
  const found = reached.get(key) ?? find()
  reached.set(key, found)
  return found
}

const signIn = ['first-login.tsx']
const app = ['app.tsx']
const home = [...app, 'routes/home.tsx?tsr-split=component---loader']

/** The chunk of modules that both the login and the home page load, and of styles that every other page needs. */
function everywhere(id: string, ctx: ChunkingContext) {
  if (id.endsWith('.module.css') && loadsWith(app, ctx).has(id)) return 'kit'
  return loadsWith(home, ctx).has(id) && loadsWith(signIn, ctx).has(id) ? 'kit' : null
}

/** The chunk of the router, and of modules that every page needs but the login page of a first visit. */
function withRouter(id: string, ctx: ChunkingContext) {
  if (id.includes('/node_modules/')) return 'router'
  return loadsWith(app, ctx).has(id) && !loadsWith(signIn, ctx).has(id) ? 'router' : null
}

/** The icons of the home page and of the search button. Their modules import the library's index, which imports all of them. */
function iconsOfHome(ctx: ChunkingContext) {
  return cached('icons', () => {
    const own = [...loadsWith([...home, 'shell/search-button.tsx'], ctx)].filter((id) => !id.includes('/node_modules/'))
    return new Set(own.flatMap((id) => ctx.getModuleInfo(id)?.code?.match(/\bIcon[A-Z]\w+/g) ?? []))
  })
}

/** The chunk of modules that the home page shares with others behind the login, and of the home page's styles and icons. */
function behindSignIn(id: string, ctx: ChunkingContext) {
  const icon = /\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1]
  if (icon) return iconsOfHome(ctx).has(icon) ? 'inside' : null
  if (/\/features\/(home|passes|practices)\/[^?]*\.module\.css$/.test(id)) return 'inside'
  if (!loadsWith(home, ctx).has(id) || loadsWith([...app, ...signIn], ctx).has(id)) return null
  return id.endsWith('.module.css') || loadsLater(ctx).has(id) ? 'inside' : null
}

/** The chunk of what remains of the libraries that several pages behind the login share, such as icons. */
function librariesLeft(id: string, ctx: ChunkingContext) {
  return loadsWith(home, ctx).has(id) ? 'icons' : null
}

/** What the home page needs before it can show anything. */
export const firstChunks = ['index', 'vendor', 'kit', 'app', 'router', 'home', 'inside']

export const codeChunks: Rolldown.CodeSplittingGroup[] = [
  // Code that every page needs and a deploy rarely changes, so it stays in the browser's cache.
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler)\//,
    priority: 6,
  },
  // Parts that several pages share, in one file instead of a dozen of a few hundred bytes.
  {
    name: everywhere,
    test: /\/src\/(domain|web\/(?!main\.))|quiver-theme|\/icons\/Icon(Check|Minus)\.mjs$/,
    priority: 5,
  },
  {
    name: withRouter,
    test: /\/src\/(domain|web\/(?!app\.))|node_modules\/(use-sync-external-store|@tanstack\/(history|react-router|react-store|router-core|store))\//,
    priority: 4,
  },
  { name: behindSignIn, test: /\/src\/|\/icons\/Icon/, priority: 3 },
  // The officers' styles compress far better in one file than in eight.
  {
    name: 'officers',
    test: /\/src\/web\/(features\/(bulk-edit|data-table|manage-practices|members|resources|store-orders)\/|ui\/(list-section|more-menu|tabs))[^?]*\.module\.css$/,
    priority: 2,
  },
  // So do those of the members' own pages.
  {
    name: 'own',
    test: /\/src\/web\/(features\/(account|info|install|my-practices|photos|scorecards|welcome)\/|ui\/(choice-cards|error-summary))[^?]*\.module\.css$/,
    priority: 2,
  },
  {
    name: 'signing-in',
    test: /\/src\/web\/(auth\/auth-page|ui\/(check-field|password-field))[^?]*\.module\.css$/,
    priority: 2,
  },
  // Both halves of the scorecard need all of these, and so does sending arrows from any page.
  {
    name: 'cards',
    test: /\/src\/(domain\/scorecards\/(card|faces|setup)|web\/features\/scorecards\/(card-db|local-card|card-text))\.tsx?$|\/idb\//,
    priority: 2,
  },
  // Code that the login page shares with the pages its emails lead to.
  {
    name: 'logging-in',
    test: /\/src\/(web\/auth\/auth-forms|domain\/email)\.tsx?$/,
    priority: 1,
  },
  { name: 'fields', test: /\/src\/web\/ui\/((check|password|text)-)?field\.tsx/, priority: 1 },
  // A library's index seems to need all of its modules, so include those that at least three modules import.
  { name: librariesLeft, minShareCount: 3 },
  // Code of dialogs and drawers, loaded with the first one that opens.
  {
    name: 'over',
    test: /\/src\/web\/(ui\/(dialog|drawer|info-dialog|modal-frame|print-sheet)\.|features\/palette\/palette\.module|features\/session\/session-limit-dialogs\.module)/,
  },
]
