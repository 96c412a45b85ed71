# What npm has to know of all packages.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/domain/package.json packages/domain/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY packages/console/package.json packages/console/

# Builds the pages with all that this needs, then leaves all of it behind.
FROM manifests AS pages
RUN npm ci
COPY tsconfig.base.json tsconfig.json ./
COPY packages packages
RUN npm run build

# What the server runs on, and nothing that only a build or a sandbox needs.
FROM manifests AS server
RUN npm ci --omit=dev --workspace=@assay/server
COPY deploy/image/leave-out.mjs deploy/image/
RUN node deploy/image/leave-out.mjs /app/node_modules && rm -r deploy packages/web/package.json packages/console/package.json
COPY packages/contract packages/contract
COPY packages/domain packages/domain
COPY packages/server packages/server
COPY tools/recompute-receipt.ts tools/recompute-tax-year.ts tools/unsigned-payouts.ts tools/
COPY tools/receipts tools/receipts
COPY tools/payouts/batch-file.ts tools/payouts/
COPY tools/tax-year tools/tax-year
COPY --from=pages /app/packages/web/dist packages/web/dist
COPY --from=pages /app/packages/console/dist packages/console/dist

FROM node:24-bookworm-slim
ENV NODE_ENV=production MODE=live HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
# Belongs to root: who runs it can't change it.
COPY --from=server /app /app
RUN install -d -o node -g node /data
USER node
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/server/src/main.ts"]
