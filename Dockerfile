FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/domain/package.json packages/domain/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY packages/console/package.json packages/console/
RUN npm ci
COPY tsconfig.base.json tsconfig.json ./
COPY packages packages
# The last is a chain for tests, which npm keeps since it is optional.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/@foundry-rs

FROM node:24-bookworm-slim
ENV NODE_ENV=production MODE=live HOST=0.0.0.0
WORKDIR /app
COPY --from=build --chown=node:node /app /app
RUN install -d -o node -g node /data
USER node
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/server/src/main.ts"]
