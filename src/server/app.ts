import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { addAuthRoutes } from '#server/features/account/log-in-routes.ts'
import { addCalendarFeed } from '#server/features/calendar-feed/route.ts'
import { addHistoryExport } from '#server/features/my-practices/procedures.ts'
import { addUnsubscribe } from '#server/features/notifications/preferences.ts'
import { addReplyLinks } from '#server/features/reply-links/route.ts'
import { addExports } from '#server/features/reports/export-route.ts'
import { closeConnectionsAtStop } from '#server/http/connections.ts'
import { addDevMailbox } from '#server/http/dev-mailbox.ts'
import { addErrorHandler, sendUnreadableAddress } from '#server/http/errors.ts'
import { addDrain, addHealth, type Drain } from '#server/http/health.ts'
import { addResponseCache } from '#server/http/response-cache.ts'
import type { AppContext } from './context.ts'
import { addOwnDataExport } from './features/account/data-export-route.ts'
import { createClubReader } from './features/info/public-club.ts'
import { addPictureRoutes } from './features/photos/routes.ts'
import { addClubFiles, addConstitution } from './features/settings/club-file-routes.ts'
import { longestJsonBody } from './http/body-limits.ts'
import { type BodyTimeouts, timeOutBodies, usualBodyTimeouts } from './http/body-timeouts.ts'
import { addHooks, newRequestId } from './http/hooks.ts'
import { readEntry } from './http/html-shells.ts'
import { addKiosks } from './http/kiosk-requests.ts'
import { type OverloadLimits, shedOverload, usualOverloadLimits } from './http/load-shedding.ts'
import { addPages } from './http/pages.ts'
import { addReference } from './http/reference/route.ts'
import { createTargetCheck } from './http/request-target.ts'
import { addRest } from './http/rest.ts'
import { requireRoutePolicies } from './http/route-policies.ts'
import { addRpc } from './http/rpc.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { addLiveRoute } from './live/route.ts'
import { mapOrigins } from './ops/config/map-settings.ts'
import { router } from './router.ts'

export type AppSettings = {
  /** The number of proxies in front of the server, or their addresses; false for none. */
  trustProxy: false | number | string
  /** The folder of the built app, or null for a server with only the API (tests). */
  webDir: string | null
  /** Where emails are stored without SMTP; null with SMTP. */
  devMailFolder: string | null
  /** Whether practices that were overdue at the boot have been ended. */
  isSettled: () => boolean
  /** The drain before a stop, when other processes take over. */
  drain?: Drain
  /** Overrides of the default timeouts (tests). */
  lines?: Partial<BodyTimeouts>
  /** Overrides of the default load-shedding limits (tests). */
  overload?: Partial<OverloadLimits>
}

/** The Fastify app with all routes, over the given context. It doesn't listen yet. */
export async function createApp(ctx: AppContext, settings: AppSettings): Promise<FastifyInstance> {
  const hops = settings.trustProxy
  const security = { baseUrl: ctx.baseUrl, mapOrigins: mapOrigins(ctx.settings.file, ctx.shownClub) }
  const { drain } = settings
  const overload = { ...usualOverloadLimits, ...settings.overload }
  const lines = { ...usualBodyTimeouts, ...settings.lines }
  const target = createTargetCheck(ctx.baseUrl)
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    genReqId: newRequestId,
    requestIdHeader: false,
    frameworkErrors: sendUnreadableAddress,
    bodyLimit: longestJsonBody,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 1200 },
    requestTimeout: lines.pictureWithinMs,
    http: { headersTimeout: lines.headWithinMs, connectionsCheckingInterval: lines.lookEveryMs },
    forceCloseConnections: 'idle',
    rewriteUrl: target.rewriteUrl,
  })
  timeOutBodies(app.server, lines)
  closeConnectionsAtStop(app)
  requireRoutePolicies(app)
  addErrorHandler(app)
  addSecurityHeaders(app, security)
  target.refuseOthers(app)
  if (drain) addDrain(app, drain)
  await app.register(cookie)
  addHooks(app, ctx.baseUrl)
  addKiosks(app, ctx)
  await shedOverload(app, overload)
  addHealth(app, ctx, () => settings.isSettled() && drain?.isOn() !== true)
  addResponseCache(app, ctx)
  addRpc(app, ctx, router)
  addRest(app, ctx, router)
  addReference(app, ctx)
  addAuthRoutes(app, ctx)
  addCalendarFeed(app, ctx)
  addHistoryExport(app, ctx)
  addUnsubscribe(app, ctx)
  addReplyLinks(app, ctx)
  addExports(app, ctx)
  addPictureRoutes(app, ctx, lines)
  addOwnDataExport(app, ctx)
  addClubFiles(app, ctx)
  if (settings.devMailFolder !== null) addDevMailbox(app, settings.devMailFolder, ctx.secrets)
  if (settings.webDir !== null)
    await addPages(app, ctx, {
      webDir: settings.webDir,
      readClub: createClubReader(ctx),
      addFiles: (files) => addConstitution(files, ctx),
    })
  addLiveRoute(app, ctx, settings.webDir === null ? null : await readEntry(settings.webDir))
  return app
}
