# Built once with everything, shipped with what runs: the compiled server, its pages and its own packages. Another base:
# docker build --build-arg NODE_IMAGE=…; docs/operating.md ("Pinning the images") says how its digest is kept up to date.
ARG NODE_IMAGE=node:26-bookworm-slim@sha256:367679cf9792759492a486e4aa4b421764d71a9546a6dae8aab81a99eb797b3e
FROM ${NODE_IMAGE} AS build
WORKDIR /meydan
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /meydan
RUN mkdir /data && chown node:node /data
COPY --from=build /meydan/package.json ./
COPY --from=build /meydan/node_modules ./node_modules
COPY --from=build /meydan/dist ./dist
# docker compose exec app node scripts/admin.mjs help
COPY --from=build /meydan/scripts/admin.mjs ./scripts/
COPY --from=build /meydan/scripts/admin ./scripts/admin
# docker build --build-arg REVISION=$(git rev-parse --short HEAD)
ARG REVISION=unknown
ENV BUILD_REVISION=${REVISION}
LABEL org.opencontainers.image.title=meydan org.opencontainers.image.revision=${REVISION}
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "dist/src/main.js"]
