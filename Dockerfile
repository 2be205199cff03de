# The server with the site it publishes; a worker or a command runs in the same image. The PostgreSQL that npm ships needs
# glibc: no Alpine. To pin by digest: docker buildx imagetools inspect node:24.21.0-bookworm-slim, then
# docker build --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE}

# HOME, because some engines set none for a user id that the image does not have, and a package asks for it.
ENV NODE_ENV=production \
    HOME=/tmp \
    HOST=0.0.0.0 \
    PORT=4321 \
    DATA_DIR=/data \
    ASTRO_TELEMETRY_DISABLED=1
WORKDIR /app

# Makes a database as a user id that the image does not have (docker run --user, OpenShift).
RUN apt-get update \
  && apt-get install -y --no-install-recommends libnss-wrapper \
  && rm -rf /var/lib/apt/lists/*

COPY package.json package-lock.json ./
# The script of the PostgreSQL package only makes links, which the server makes itself.
RUN npm ci --omit=dev --include=optional --ignore-scripts --no-audit --no-fund \
  && npm cache clean --force

COPY . .
# Publishing renders below .astro, because the code that renders must find the packages. Compiled code is kept there.
# The group 0, because a user id that the image does not have gets that group. The root may be read-only: only /data,
# /app/.astro, /tmp and the volumes of compose.yaml are written to, which get their owner from these folders.
RUN mkdir -p /data /media /operator .astro \
  && chown -R node:0 /data /media /operator .astro \
  && chmod -R g=u /data /media /operator .astro
USER node
VOLUME ["/data", "/app/.astro"]
EXPOSE 4321

# The first start makes a database and publishes the site.
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=4 \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

CMD ["node", "--import=./scripts/bootstrap/compileCache.mjs", "--max-semi-space-size=4", "--import=./scripts/bootstrap/imports.mjs", "src/server/main.ts"]
