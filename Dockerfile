# One image for every program: `node api/src/main.ts`, `node edge/src/main.ts`, and both in one, which is what it runs by default.
FROM node:26-bookworm-slim AS sources
WORKDIR /culvert
COPY . .

FROM sources AS build
RUN npm ci --ignore-scripts --include-workspace-root --workspace @culvert/web --workspace @culvert/agent --workspace @culvert/client --workspace @culvert/api
RUN npm run build

FROM sources AS packages
RUN npm ci --ignore-scripts --omit=dev --include-workspace-root=false --workspace @culvert/api --workspace @culvert/edge --workspace @culvert/agent

FROM node:26-bookworm-slim
WORKDIR /culvert
COPY --from=packages /culvert/package.json /culvert/standalone.ts /culvert/LICENSE ./
COPY --from=packages /culvert/node_modules node_modules
COPY --from=packages /culvert/schema schema
COPY --from=packages /culvert/program program
COPY --from=packages /culvert/wire wire
COPY --from=packages /culvert/control-client control-client
COPY --from=packages /culvert/acme acme
COPY --from=packages /culvert/api api
COPY --from=packages /culvert/edge edge
COPY --from=packages /culvert/agent agent
COPY --from=build /culvert/agent/dist agent/dist
COPY --from=build /culvert/client/dist client/dist
COPY --from=build /culvert/api/dist api/dist
COPY --from=build /culvert/web/dist web/dist
COPY --from=build /culvert/web/prerender/dist web/prerender/dist

ENV NODE_OPTIONS=--disable-warning=ExperimentalWarning
ENV HOST=0.0.0.0
ENV EDGE_HOST=0.0.0.0
ENV CULVERT_DATA=/data
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 4000 8080 8443
# For an edge alone, docker-compose.yml has another one.
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "standalone.ts"]
