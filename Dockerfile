# Quiver in a container: see docs/move.md for the commands. Data and backups are in the volume /srv/quiver/data, and quiver.env is mounted.
# As without a container, a proxy with the certificate is in front.
FROM debian:trixie-slim

RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libatomic1 nodejs npm \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --create-home --home-dir /srv/quiver --shell /usr/sbin/nologin quiver \
  && install -d -o quiver -g quiver -m 700 /srv/quiver/app /srv/quiver/data

USER quiver
WORKDIR /srv/quiver/app
COPY --chown=quiver:quiver . .
# Installs the packages and builds the app, like the first "npm start".
RUN node scripts/set-up.mjs start && rm -rf /srv/quiver/.npm

ENV DATA_DIR=/srv/quiver/data HOST=0.0.0.0
VOLUME /srv/quiver/data
EXPOSE 3000
HEALTHCHECK --start-period=30s \
  CMD ["node", "--import", "./scripts/settings.mjs", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/node/bin/node", "--max-semi-space-size=8", "--import", "./scripts/settings.mjs", "--import", "./scripts/production.mjs", "src/server/main.ts"]
